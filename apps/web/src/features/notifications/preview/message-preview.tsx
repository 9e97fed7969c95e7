import { maxSmsLength } from '@knockwire/domain/channels/sms/sms'
import type { PreviewField, PreviewedText, PreviewView } from '@knockwire/domain/notifications/preview'
import { sendsBody } from '@knockwire/domain/requests/request-target'
import type { ActionForm, HttpForm } from '../form/action-form.ts'
import { slackParts, type SlackPart } from './slack-parts.ts'
import classes from './preview.module.css'

interface MessagePreviewProps {
  action: ActionForm
  texts: PreviewView['texts']
}

/** Each channel's message, roughly as it looks where it arrives. */
export function MessagePreview({ action, texts }: MessagePreviewProps) {
  switch (action.type) {
    case 'EMAIL':
      return (
        <div className={classes.mail}>
          <div className={classes.mailSubject}>
            <Rendered text={texts.emailSubject} />
          </div>
          <Rendered text={texts.emailTemplate} />
        </div>
      )
    case 'SMS':
      return <TextMessage text={texts.smsTemplate} />
    case 'SLACK':
      return (
        <div className={classes.slack}>
          <div className={classes.slackSender}>Knockwire</div>
          <SlackMessage text={texts.messageTemplate} />
        </div>
      )
    case 'HTTP':
      return <CallPreview action={action} texts={texts} />
  }
}

function Rendered({ text }: { text: PreviewedText | undefined }) {
  if (text?.error) return <p className={classes.fault}>{text.error}</p>
  return <div className={classes.text}>{text?.text ?? ''}</div>
}

function SlackMessage({ text }: { text: PreviewedText | undefined }) {
  if (!text?.text) return <Rendered text={text} />
  return (
    <div className={classes.text}>
      {slackParts(text.text).map((part, index) => (
        <SlackPartView key={index} part={part} />
      ))}
    </div>
  )
}

/** A link is not one here: it may be a value that came from anywhere. */
function SlackPartView({ part }: { part: SlackPart }) {
  if (part.kind === 'text') return part.text
  if (part.kind === 'mention') return <span className={classes.mention}>{part.text}</span>
  return (
    <span className={classes.link} title={part.href}>
      {part.text}
    </span>
  )
}

function TextMessage({ text }: { text: PreviewedText | undefined }) {
  const length = text?.text?.length ?? 0
  return (
    <>
      <div className={classes.bubble}>
        <Rendered text={text} />
      </div>
      <p className={classes.subject}>
        {length} characters{length > maxSmsLength && `, of which ${maxSmsLength} are sent`}
      </p>
    </>
  )
}

function CallPreview({ action, texts }: { action: HttpForm; texts: PreviewView['texts'] }) {
  return (
    <div className={classes.call} data-preview={'requestBody' satisfies PreviewField}>
      <div className={classes.callLine}>
        {action.requestMethod} {action.requestUrl}
      </div>
      {sendsBody(action.requestMethod) ? (
        <CallBody isEmpty={action.requestBody === ''} text={texts.requestBody} />
      ) : (
        <p className={classes.subject}>A {action.requestMethod} request has no body.</p>
      )}
    </div>
  )
}

const CallBody = ({ isEmpty, text }: { isEmpty: boolean; text: PreviewedText | undefined }) =>
  isEmpty ? <p className={classes.subject}>The event itself, as JSON.</p> : <Rendered text={text} />
