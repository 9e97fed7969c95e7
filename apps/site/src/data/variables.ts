import { responseVariables, receiverVariables, taskVariables } from '@knockwire/domain/templates/variables'

export const variables = {
  tasks: taskVariables,
  receivers: receiverVariables,
  responses: responseVariables,
}
