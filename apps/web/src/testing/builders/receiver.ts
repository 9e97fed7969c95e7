import type { HttpBody } from '@knockwire/domain/bodies/http-body'
import { textBody } from '@knockwire/domain/bodies/http-body'
import type { ReceivedRequestRow, ReceivedRequestView, ReceiverView } from '@knockwire/domain/receivers/receiver'
import { idOf } from './ids.ts'
import { minutesAgo } from './times.ts'

/** Active, answering with 200, and not expecting calls. */
export const receiver = (more: Partial<ReceiverView> = {}): ReceiverView => ({
  id: idOf('receiver', 1),
  version: 2,
  name: 'Deployments',
  url: 'https://hooks.knockwire.example/r/tea',
  status: 'ACTIVE',
  isDraft: false,
  key: null,
  description: null,
  labels: {},
  managedBy: null,
  responseCode: 200,
  responseBody: 'thanks',
  responseHeaders: { 'content-type': 'text/plain' },
  expectation: null,
  otherAddresses: [],
  heartbeat: null,
  createdAt: minutesAgo(600),
  ...more,
})

/** A greater number is a newer request. */
export const requestRow = (number: number, more: Partial<ReceivedRequestRow> = {}): ReceivedRequestRow => ({
  id: idOf('request', number),
  receiverId: idOf('receiver', 1),
  createdAt: minutesAgo(1000 - number),
  httpMethod: 'POST',
  responseCode: 200,
  remoteAddress: '203.0.113.7',
  target: `/?n=${number}`,
  contentType: 'application/json',
  requestBytes: 14,
  event: null,
  hasErrors: false,
  signal: null,
  notificationResults: [],
  ...more,
})

/** What a row opens to. */
export const requestOf = (row: ReceivedRequestRow, requestBody: HttpBody = textBody('{"order":"tea"}', 15)) =>
  ({
    id: row.id,
    receiverId: row.receiverId,
    createdAt: row.createdAt,
    httpMethod: row.httpMethod,
    responseCode: row.responseCode,
    remoteAddress: row.remoteAddress,
    url: `https://hooks.knockwire.example/r/tea${row.target}`,
    requestHeaders: [['Content-Type', 'application/json']],
    requestBody,
    responseHeaders: [['Content-Type', 'text/plain']],
    responseBody: textBody('thanks', 6),
    errors: [],
    signal: row.signal,
    notificationResults: [],
  }) satisfies ReceivedRequestView
