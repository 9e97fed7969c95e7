import { type Run, textOption } from '../cli.ts'
import { exportFile } from '@knockwire/domain/file/export-file'
import { counted, countOf } from '../project/count-of.ts'
import { projectOf, projectOfFile } from '../project/project-name.ts'
import { readAccount, readSlackNames } from '../project/read-account.ts'
import { writeOne, writeSplit, yamlOf } from '../project/write-files.ts'

export const run: Run = async (cli, invocation) => {
  const client = cli.client()
  const objects = await readAccount(client, invocation.args)
  const { file, secrets, plain } = exportFile(objects, {
    project: projectOf(objects, textOption(invocation, 'project') ?? projectOfFile(cli.cwd)),
    keepsSecrets: invocation.options['keep-secrets'] === true,
    slackChannelName: await readSlackNames(client),
  })
  const writing = { url: client.url, isForced: invocation.options['force'] === true }
  const [out, folder] = [textOption(invocation, 'out'), textOption(invocation, 'split')]
  if (folder !== undefined) {
    const count = writeSplit(cli, folder, file, writing)
    cli.terminal.note(`${counted(count, 'file')} ${count === 1 ? 'is' : 'are'} in ${folder}.`)
  } else if (out !== undefined) writeOne(cli, out, file, writing)
  else cli.terminal.print(yamlOf(file, client.url).trimEnd())
  for (const { name, at } of secrets)
    cli.terminal.note(`${at} has a secret, which is not in the file: knockwire secrets set ${name}`)
  for (const at of plain) cli.terminal.note(`${at} has a secret in a URL, which is in the file as it is.`)
  const unkeyed = objects.filter(({ view }) => view.key === null)
  if (unkeyed.length > 0) {
    cli.terminal.note(
      unkeyed.length === 1
        ? `${countOf(unkeyed)} was made by hand and has no key: applying this file here creates it again. knockwire adopt gives it a key.`
        : `${countOf(unkeyed)} were made by hand and have no keys: applying this file here creates them again. knockwire adopt gives them keys.`,
    )
  }
  return 0
}
