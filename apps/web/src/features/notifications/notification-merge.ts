import { describeCondition } from '@knockwire/domain/conditions/describe'
import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import { inSection, type MergeField } from '../../lib/editing/merge.ts'
import type { NotificationForm } from './channels/channel.ts'
import { channels } from './channels/registry.ts'
import { describeHeartbeat, toHeartbeat } from './rule/heartbeat-form.ts'
import { type HeartbeatWords, heartbeatWords } from './rule/heartbeat-words.ts'
import { describeFiring, type RuleForm, toRule } from './rule/rule-form.ts'

const inRule = (
  words: HeartbeatWords,
  key: 'condition' | 'firing',
  label: string,
  text: (rule: RuleForm) => string,
  copy: (from: RuleForm, into: RuleForm) => RuleForm,
): MergeField<NotificationForm> => ({
  key,
  label,
  read: ({ rule }) => rule && toRule(rule)[key],
  text: ({ rule, heartbeat }) => (rule === null ? (heartbeat ? words.choice : 'Each request') : text(rule)),
  copy: (from, into) => ({
    ...into,
    rule: from.rule === null || into.rule === null ? from.rule : copy(from.rule, into.rule),
  }),
})

/** The fields of a notification of this form's channel, as a conflict between two saves shows them. `mode`: of what its receiver expects. */
export const notificationMergeFields = (
  { action }: NotificationForm,
  mode?: Expectation['mode'] | null,
): MergeField<NotificationForm>[] => [
  inRule(
    heartbeatWords(mode),
    'condition',
    'Condition',
    (rule) => describeCondition(toRule(rule).condition),
    ({ rows }, into) => ({ ...into, rows }),
  ),
  inRule(
    heartbeatWords(mode),
    'firing',
    'How often',
    (rule) => describeFiring(toRule(rule)) ?? 'Every time',
    ({ firing }, into) => ({ ...into, firing }),
  ),
  {
    key: 'heartbeat',
    label: heartbeatWords(mode).choice,
    read: ({ heartbeat }) => (heartbeat ? toHeartbeat(heartbeat) : null),
    text: ({ heartbeat }) => (heartbeat ? describeHeartbeat(toHeartbeat(heartbeat), mode) : ''),
    copy: ({ heartbeat = null }, into) => ({ ...into, heartbeat }),
  },
  ...channels[action.type].mergeFields.map(inSection<NotificationForm, 'action'>('action')),
]
