/** A draft of a task or receiver that nobody changes is deleted after so many hours. */
export const draftHours = 24
