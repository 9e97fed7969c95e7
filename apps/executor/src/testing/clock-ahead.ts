/** Loaded into a process by a test: its clock is an hour ahead of everyone's. */
const hourMs = 3_600_000
const now = Date.now.bind(Date)
Date.now = () => now() + hourMs
