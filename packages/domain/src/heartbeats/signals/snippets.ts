/** Code that sends signals to a receiver, for where it runs. */
export interface Snippet {
  name: string
  label: string
  code: string
}

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
    code: `0 3 * * * /usr/local/bin/backup && curl -fsS -m 10 --retry 5 -o /dev/null ${url}`,
  },
  {
    name: 'bash',
    label: 'Shell, with the exit code',
    code: `#!/bin/sh
rid=$(cat /proc/sys/kernel/random/uuid)
curl -fsS -m 10 --retry 5 -o /dev/null "${url}/start?rid=$rid"
/usr/local/bin/backup
code=$?
curl -fsS -m 10 --retry 5 -o /dev/null "${url}/$code?rid=$rid"
exit $code`,
  },
  {
    name: 'systemd',
    label: 'systemd',
    // What a signal ended has its name, such as KILL, for an exit status.
    code: `[Service]
Type=oneshot
ExecStartPre=-/usr/bin/curl -fsS -m 10 --retry 5 -o /dev/null ${url}/start
ExecStart=/usr/local/bin/backup
ExecStopPost=-/bin/sh -c 'if [ "$$EXIT_CODE" = exited ]; then end=$$EXIT_STATUS; else end=fail; fi; curl -fsS -m 10 --retry 5 -o /dev/null ${url}/$$end'`,
  },
]

const programSnippets = (url: string): readonly Snippet[] => [
  {
    name: 'python',
    label: 'Python',
    code: `import urllib.request

def signal(outcome=""):
    try:
        urllib.request.urlopen("${url}" + outcome, timeout=10).close()
    except Exception as error:
        print("The signal could not be sent:", error)

signal("/start")
try:
    run_backup()
except BaseException:
    signal("/fail")
    raise
signal()`,
  },
  {
    name: 'node',
    label: 'Node.js',
    code: `const signal = (outcome = '') =>
  fetch('${url}' + outcome, { signal: AbortSignal.timeout(10_000) }).catch((error) =>
    console.error('The signal could not be sent:', error),
  )

await signal('/start')
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
  run: curl -fsS -m 10 --retry 5 -o /dev/null "${url}/\${{ job.status == 'success' && '0' || 'fail' }}"`,
  },
  {
    name: 'kubernetes',
    label: 'Kubernetes CronJob',
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
                  wget -q -T 10 -O /dev/null "${url}/start"
                  backup
                  code=$?
                  wget -q -T 10 -O /dev/null "${url}/$code"
                  exit $code`,
  },
]
