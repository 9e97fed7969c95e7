import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Ceremony {
  challenge: string
  /** The page's origin, as the browser reports it. */
  origin: string
  rpId: string
  /** False: its owner touched it but did not unlock it. */
  isUserVerified?: boolean
}

/** An authenticator with one passkey (WebAuthn Level 3: ES256, attestation "none"), for tests without a browser. */
export interface SoftwareAuthenticator {
  credentialId: string
  create: (ceremony: Ceremony) => object
  get: (ceremony: Ceremony) => object
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer) => data.toString('base64url')

const clientData = (type: 'webauthn.create' | 'webauthn.get', { challenge, origin }: Ceremony) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const [userPresent, userVerified, hasCredential] = [0x01, 0x04, 0x40]

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export const createSoftwareAuthenticator = (): SoftwareAuthenticator => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let counter = 0
  const header = (flags: number, { rpId, isUserVerified = true }: Ceremony) =>
    Buffer.concat([
      sha256(rpId),
      Buffer.from([flags | userPresent | (isUserVerified ? userVerified : 0)]),
      uint32((counter += 1)),
    ])
  // CBOR by hand: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const credential = (response: object) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    credentialId: base64url(id),
    create: (ceremony) => {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey])
      const authData = Buffer.concat([header(hasCredential, ceremony), attested])
      // {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ])
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', ceremony)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      })
    },
    get: (ceremony) => {
      const [authenticatorData, data] = [header(0, ceremony), clientData('webauthn.get', ceremony)]
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey)
      return credential({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
      })
    },
  }
}
