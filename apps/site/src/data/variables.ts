import { answerVariables, receiverVariables, taskVariables } from '@knockwire/domain/templates/variables'

export const variables = {
  tasks: taskVariables,
  receivers: receiverVariables,
  responses: answerVariables,
}
