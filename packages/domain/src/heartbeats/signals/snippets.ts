/** Code that sends signals to a receiver, for where it runs. */
export interface Snippet {
  name: string
  label: string
  code: string
}

/** Ready to be pasted: `url` is the receiver's. */
export const heartbeatSnippets = (url: string): readonly Snippet[] => [
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
curl -fsS -m 10 --retry 5 -o /dev/null "${url}/$??rid=$rid"`,
  },
  {
    name: 'systemd',
    label: 'systemd',
    code: `[Service]
Type=oneshot
ExecStartPre=-/usr/bin/curl -fsS -m 10 --retry 5 -o /dev/null ${url}/start
ExecStart=/usr/local/bin/backup
ExecStopPost=-/bin/sh -c 'curl -fsS -m 10 --retry 5 -o /dev/null ${url}/$$EXIT_STATUS'`,
  },
  {
    name: 'python',
    label: 'Python',
    code: `import urllib.request

def signal(outcome=""):
    urllib.request.urlopen("${url}" + outcome, timeout=10).close()

signal("/start")
try:
    run_backup()
    signal()
except Exception:
    signal("/fail")
    raise`,
  },
  {
    name: 'node',
    label: 'Node.js',
    code: `const signal = (outcome = '') => fetch('${url}' + outcome, { signal: AbortSignal.timeout(10_000) })

await signal('/start')
try {
  await runBackup()
  await signal()
} catch (error) {
  await signal('/fail')
  throw error
}`,
  },
  {
    name: 'github-actions',
    label: 'GitHub Actions',
    code: `- name: Signal the result
  if: always()
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
                  wget -qO- "${url}/start"
                  backup
                  wget -qO- "${url}/$?"`,
  },
]
