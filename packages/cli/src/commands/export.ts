import { type Run, textOption } from '../cli.ts'
import { exportFile } from '@knockwire/domain/file/export-file'
import { projectOf } from '../project/project-name.ts'
import { readAccount, readSlackNames } from '../project/read-account.ts'
import { writeOne, writeSplit, yamlOf } from '../project/write-files.ts'

export const run: Run = async (cli, invocation) => {
  const client = cli.client()
  const objects = await readAccount(client, invocation.args)
  const { file, secrets } = exportFile(objects, {
    project: projectOf(objects, textOption(invocation, 'project')),
    keepsSecrets: invocation.options['keep-secrets'] === true,
    slackChannelName: await readSlackNames(client),
  })
  const writing = { url: client.url, isForced: invocation.options['force'] === true }
  const [out, folder] = [textOption(invocation, 'out'), textOption(invocation, 'split')]
  if (folder !== undefined) cli.terminal.note(`${writeSplit(cli, folder, file, writing)} files are in ${folder}.`)
  else if (out !== undefined) writeOne(cli, out, file, writing)
  else cli.terminal.print(yamlOf(file, client.url).trimEnd())
  for (const { name, at } of secrets) cli.terminal.note(`${at} has a stored secret: knockwire secrets set ${name}`)
  const unkeyed = objects.filter(({ view }) => view.key === null).length
  if (unkeyed > 0) {
    cli.terminal.note(
      `${unkeyed} were made by hand and have no key. Before the file is applied here, run knockwire adopt: otherwise they are created again.`,
    )
  }
  return 0
}
