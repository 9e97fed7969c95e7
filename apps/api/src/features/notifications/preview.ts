import { channelOfTemplate } from '@knockwire/domain/channels/templates'
import { type PreviewedText, PreviewField, type PreviewView } from '@knockwire/domain/notifications/preview'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { checkCondition } from '@knockwire/domain/conditions/check-condition'
import { alternativesOf } from '@knockwire/domain/conditions/condition-rules'
import type { Verdict } from '@knockwire/domain/conditions/evaluate'
import type { TemplateTarget } from '@knockwire/domain/templates/escapes'
import type { Rendering } from '@knockwire/domain/templates/render-template'
import type { ApiContext, Caller } from '../../context.ts'
import type { NotificationOwner, NotificationSubject, OwnerShapes } from './owner.ts'

type Templates = Partial<Record<PreviewField, string>>

/** More than anyone reads beside a dialog. */
const shownLength = 20_000
const tookTooLong = 'The preview took too long.'

/** What a notification would say of the owner's newest execution or request, and whether it would be sent. */
export const previewNotification = async <Shapes extends OwnerShapes>(
  context: ApiContext,
  caller: Caller,
  owner: NotificationOwner<Shapes>,
  { templates, ...previewed }: Shapes['previewed'] & { templates: Templates },
): Promise<PreviewView> => {
  const { id, subject } = await owner.subjectOf(context, caller, previewed)
  return { subjectId: id, ...(await renderPreview(context, caller, templates, subject)) }
}

/** The texts by the fields that they are made in, and how the condition was decided. */
export const renderPreview = async (
  { sandbox }: ApiContext,
  { accountId }: Caller,
  templates: Templates,
  subject: NotificationSubject['subject'],
): Promise<Pick<PreviewView, 'verdict' | 'texts'>> => {
  const fields = PreviewField.options.filter((field) => templates[field] !== undefined)
  const texts = fields.map((field) => ({ text: templates[field] ?? '', target: targetOf(field) }))
  const preview = await sandbox.run(accountId, { kind: 'preview', templates: texts, ...subject })
  const shown = fields.map((field, index) => [field, showText(preview?.renderings[index])])
  return { verdict: showVerdict(subject.input?.condition, preview?.verdict), texts: Object.fromEntries(shown) }
}

const showVerdict = (condition: Condition | undefined, verdict: Verdict | null | undefined): PreviewView['verdict'] => {
  // Save would reject it: whatever is said of it now would be said of another condition.
  if (condition === undefined || Object.keys(checkCondition(condition)).length > 0) return null
  if (!verdict) return { kind: 'invalid', holds: false, reasons: [tookTooLong], reasonsMet: [false] }
  const { kind, holds, operands } = verdict
  const alternatives = alternativesOf(condition)
  return {
    kind,
    holds,
    reasons: operands.map(({ reason }) => reason),
    reasonsMet: operands.map((operand) => operand.holds),
    ...(alternatives.length > 1 && { alternatives: alternatives.flatMap((ofOne, at) => ofOne.map(() => at)) }),
  }
}

/** The texts are previewed as they are sent: values in a Slack message are escaped. */
const targetOf = (field: PreviewField): TemplateTarget => channelOfTemplate(field) ?? 'text'

const showText = (rendering: Rendering | undefined): PreviewedText => {
  if (rendering === undefined) return { text: null, error: tookTooLong }
  if (rendering.kind === 'failed') return { text: null, error: rendering.reason }
  const { text } = rendering
  return { text: text.length > shownLength ? `${text.slice(0, shownLength)}…` : text, error: null }
}
