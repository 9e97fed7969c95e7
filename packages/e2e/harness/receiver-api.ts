import { CreatedView } from '@knockwire/domain/page'
import type { RequestForwardInput } from '@knockwire/domain/receivers/forward'
import {
  ReceivedRequestPage,
  ReceivedRequestView,
  ReceiverPage,
  ReceiverView,
  type ReceiverStatus,
  type SaveReceiverInput,
} from '@knockwire/domain/receivers/receiver'
import type { Calls } from './calls.ts'

export interface ReceiverChanges extends Partial<SaveReceiverInput> {
  status?: ReceiverStatus
}

/** Receivers, brought about and looked up without the page. */
export interface ReceiverApi {
  /** Active unless wished otherwise. */
  create: (changes?: ReceiverChanges) => Promise<ReceiverView>
  get: (id: string) => Promise<ReceiverView>
  /** As another device of the same person would. */
  deactivate: (id: string) => Promise<void>
  list: () => Promise<ReceiverView[]>
  /** The newest requests. */
  history: (id: string) => Promise<ReceivedRequestPage>
  /** The newest request, with its headers and bodies. */
  newest: (id: string) => Promise<ReceivedRequestView>
  /** As a machine does that the newest request was forwarded to. */
  reportForward: (id: string, report: Partial<RequestForwardInput>) => Promise<void>
}

export const receiverApiOf = ({ get, post }: Calls): ReceiverApi => {
  const history = async (id: string) => ReceivedRequestPage.parse(await get(`/receivers/${id}/executions`))
  const one = async (id: string) => ReceiverView.parse(await get(`/receivers/${id}`))
  const newest = async (id: string) => {
    const [row] = (await history(id)).results
    return ReceivedRequestView.parse(await get(`/receivers/${id}/executions/${row?.id}`))
  }
  return {
    create: async ({ status = 'ACTIVE', ...changes } = {}) => {
      const { id } = CreatedView.parse(await post('/receivers'))
      const { name, responseCode, responseBody, responseHeaders } = await one(id)
      await post(`/receivers/${id}`, { name, responseCode, responseBody, responseHeaders, ...changes })
      if (status === 'ACTIVE') await post(`/receivers/${id}/lifecycle/activate`)
      return one(id)
    },
    get: one,
    deactivate: async (id) => void (await post(`/receivers/${id}/lifecycle/deactivate`)),
    list: async () => ReceiverPage.parse(await get('/receivers')).results,
    history,
    newest,
    reportForward: async (id, report) =>
      void (await post(`/receivers/${id}/executions/${(await newest(id)).id}/forwards`, report)),
  }
}
