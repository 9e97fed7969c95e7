/** Code that sends signals to a receiver, for where it runs. */
export interface Snippet {
  name: string
  label: string
  code: string
}

/** The start holds up the job, so it is not sent again: a lost one costs the run's duration only. */
const sendStart = 'curl -fsS -m 5 -o /dev/null'

/** Sent again for half a minute, longer than a server restarts; a `Retry-After` beyond the 30 s ends it. */
const sendEnd = 'curl -fsS -m 10 --retry 5 --retry-connrefused --retry-max-time 30 -o /dev/null'

/**
 * Ready to be pasted: `url` is the receiver's. Whatever becomes of a signal, the job runs and keeps its exit code: only crontab's
 * line, which sends one after a success, has none of its own.
 */
export const heartbeatSnippets = (url: string): readonly Snippet[] => [
  ...shellSnippets(url),
  ...programSnippets(url),
  ...platformSnippets(url),
]

const shellSnippets = (url: string): readonly Snippet[] => [
  {
    name: 'crontab',
    label: 'crontab',
    code: `0 3 * * * /usr/local/bin/backup && ${sendEnd} ${url}`,
  },
  {
    name: 'bash',
    label: 'Shell, with the exit code',
    code: `#!/bin/sh
rid=$(cat /proc/sys/kernel/random/uuid)
${sendStart} "${url}/start?rid=$rid"
/usr/local/bin/backup
code=$?
${sendEnd} "${url}/$code?rid=$rid"
exit $code`,
  },
  {
    name: 'systemd',
    label: 'systemd',
    // What a signal ended has its name, such as KILL, for an exit status.
    code: `[Service]
Type=oneshot
ExecStartPre=-/usr/bin/${sendStart} ${url}/start
ExecStart=/usr/local/bin/backup
ExecStopPost=-/bin/sh -c 'if [ "$$EXIT_CODE" = exited ]; then end=$$EXIT_STATUS; else end=fail; fi; ${sendEnd} ${url}/$$end'`,
  },
]

const programSnippets = (url: string): readonly Snippet[] => [
  {
    name: 'python',
    label: 'Python',
    // What sys.exit() is given need not be a number: a text is printed, and the exit code is 1.
    code: `import time
import urllib.request

def signal(outcome="", waits=(0, 1, 2, 4, 8, 16)):
    for wait in waits:
        time.sleep(wait)
        try:
            urllib.request.urlopen("${url}" + outcome, timeout=5).close()
            return
        except Exception as error:
            print("The signal could not be sent:", error)
            if getattr(error, "code", 503) not in (408, 429, 500, 502, 503, 504):
                return

signal("/start", waits=(0,))
try:
    run_backup()
except SystemExit as end:
    code = 0 if end.code is None else end.code
    signal("/%d" % code if isinstance(code, int) else "/1")
    raise
except BaseException:
    signal("/fail")
    raise
signal()`,
  },
  {
    name: 'node',
    label: 'Node.js',
    code: `import { setTimeout as sleep } from 'node:timers/promises'

const signal = async (outcome = '', waits = [0, 1, 2, 4, 8, 16]) => {
  for (const wait of waits) {
    await sleep(wait * 1000)
    try {
      const response = await fetch('${url}' + outcome, { signal: AbortSignal.timeout(5_000) })
      if (response.ok) return
      console.error('The signal could not be sent: HTTP', response.status)
      if (![408, 429, 500, 502, 503, 504].includes(response.status)) return
    } catch (error) {
      console.error('The signal could not be sent:', error)
    }
  }
}

await signal('/start', [0])
try {
  await runBackup()
} catch (error) {
  await signal('/fail')
  throw error
}
await signal()`,
  },
]

const platformSnippets = (url: string): readonly Snippet[] => [
  {
    name: 'github-actions',
    label: 'GitHub Actions',
    code: `- name: Signal the result
  if: always()
  continue-on-error: true
  run: ${sendEnd} "${url}/\${{ job.status == 'success' && '0' || 'fail' }}"`,
  },
  {
    name: 'kubernetes',
    label: 'Kubernetes CronJob',
    // GNU's wget tries 20 times, unless told otherwise; BusyBox's ignores `-t`.
    code: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: backup
spec:
  schedule: '0 3 * * *'
  jobTemplate:
    spec:
      backoffLimit: 0
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: backup
              image: backup:1
              command:
                - sh
                - -c
                - |
                  wget -q -t 1 -T 5 -O /dev/null "${url}/start"
                  backup
                  code=$?
                  for wait in 0 1 2 4 8 16; do
                    sleep $wait
                    wget -q -t 1 -T 5 -O /dev/null "${url}/$code" && break
                  done
                  exit $code`,
  },
]
