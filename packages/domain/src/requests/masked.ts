/** Stands for a secret in what is shown of a request. */
export const masked = '********'
