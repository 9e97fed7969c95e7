// Loaded into each app before its own code. Where the start command was killed outright, nobody is left to stop the
// apps: the channel to it closes, and they end as they would have on a signal.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
