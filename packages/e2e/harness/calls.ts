import { expect, type APIRequestContext, type APIResponse } from '@playwright/test'

/** Calls with the session of a browser context, which fail the test where they are rejected. Answers without a body are null. */
export interface Calls {
  get: (path: string) => Promise<unknown>
  post: (path: string, data?: object) => Promise<unknown>
  remove: (path: string) => Promise<unknown>
}

const read = async (answer: APIResponse): Promise<unknown> => {
  const text = await answer.text()
  expect(answer.ok(), `${answer.url()} answered ${answer.status()}: ${text}`).toBe(true)
  return text === '' ? null : JSON.parse(text)
}

/** Paths are of the API, without `/api/v1`. */
export const callsOf = (request: APIRequestContext, origin: string): Calls => {
  const urlOf = (path: string) => `${origin}/api/v1${path}`
  return {
    get: async (path) => read(await request.get(urlOf(path))),
    post: async (path, data) => read(await request.post(urlOf(path), { headers: { origin }, ...(data && { data }) })),
    remove: async (path) => read(await request.delete(urlOf(path), { headers: { origin } })),
  }
}
