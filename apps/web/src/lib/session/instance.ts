import type { InstanceView } from '@knockwire/domain/instance/instance'
import { openInstance, type SignInMethod } from '@knockwire/domain/instance/instance-rules'

/** The server writes it into the document, so that the first paint waits for nothing. What is prerendered has none yet. */
function readInstance(): InstanceView {
  const meta =
    typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name="knockwire-instance"]')
  return meta === null ? openInstance : JSON.parse(meta.content)
}

/** What this server offers: the same for everybody, and as long as the page is open. */
export const instance: InstanceView = readInstance()

/** Whether accounts have plans, which cost something; else each has what the operator's settings say. */
export const hasPlans: boolean = instance.limits === null

export const offersMethod = (method: SignInMethod): boolean => instance.signInMethods.includes(method)
