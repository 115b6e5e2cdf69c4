import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Answer, Person, Reached } from './people.ts'
import { personWith, send } from './people.ts'
import { withCookiesOf } from './authenticator.ts'

// Formats: W3C Web Authentication, 6.1 and 6.5. The key is a COSE key for ES256 (RFC 9053, 7.1.1).
const flag = { present: 0x01, verified: 0x04, attested: 0x40 }

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

type Manner = {
  /** The origin that the browser reports; by default the product's. */
  origin?: string
  rpId?: string
  /** Whether the device verified its user. */
  verified?: boolean
  /** A challenge that replaces the requested one. */
  challenge?: string
}

/** A device with one passkey, and its browser. */
export type Device = {
  /** The browser's request after `navigator.credentials.create`. */
  make(options: { challenge: string }, manner?: Manner): Record<string, unknown>
  /** The browser's request after `navigator.credentials.get`. */
  use(options: { challenge: string }, manner?: Manner): Record<string, unknown>
}

export function createDevice(world: Reached): Device {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const point = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0

  const clientData = (type: string, challenge: string, origin = world.url) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = ({ rpId = 'localhost', verified = true }: Manner, more = 0) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE((counter += 1))
    return Buffer.concat([
      sha256(rpId),
      Buffer.from([flag.present | (verified ? flag.verified : 0) | more]),
      count,
    ])
  }
  const answer = (response: Record<string, unknown>) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
    response,
  })
  return {
    make: ({ challenge }, manner = {}) => {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(point.x ?? '', 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(point.y ?? '', 'base64url'),
      ])
      const data = Buffer.concat([
        head(manner, flag.attested),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        key,
      ])
      const attestation = Buffer.concat([
        Buffer.from(
          'a3'.concat('63666d74', '646e6f6e65', '6761747453746d74', 'a0', '686175746844617461'),
          'hex',
        ),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', manner.challenge ?? challenge, manner.origin).toString(
          'base64url',
        ),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    use: ({ challenge }, manner = {}) => {
      const data = head(manner)
      const client = clientData('webauthn.get', manner.challenge ?? challenge, manner.origin)
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      })
    },
  }
}

/** The person with the cookies of the first request, and the options for the device. */
export type Begun = { person: Person; options: { challenge: string } & Record<string, unknown> }

function begunWith(world: Reached, person: Person, answer: Answer): Begun {
  if (answer.status !== 200) throw new Error(`begin failed: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { person: withCookiesOf(world, person, answer), options: answer.body }
}

/** Begins adding a passkey, with the password if the account has one. */
export async function beginPasskey(world: Reached, person: Person): Promise<Begun> {
  const proof = person.password === '' ? {} : { password: person.password }
  return begunWith(world, person, await person.post('/api/account/passkeys/options', proof))
}

/** Adds the device's passkey; the response contains the changed account. */
export async function addPasskey(
  world: Reached,
  owner: Person,
  device: Device,
  name = 'My phone',
): Promise<Answer> {
  const { person, options } = await beginPasskey(world, owner)
  return person.post('/api/account/passkeys', { name, answer: device.make(options) })
}

/** Begins a sign-in with a passkey, in a new browser by default. */
export async function beginPasskeySignIn(world: Reached, cookie = ''): Promise<Begun> {
  const answer = await send(world, 'POST', '/api/auth/passkey/options', {
    headers: cookie === '' ? {} : { cookie },
  })
  return begunWith(world, personWith(world, cookie), answer)
}

/**
 * Signs in with the device's passkey in a new browser. Returns the response and the person with the new
 * session, if there is one.
 */
export async function signInWithPasskey(
  world: Reached,
  device: Device,
  manner: Manner = {},
): Promise<{ answer: Answer; person: Person }> {
  const { person, options } = await beginPasskeySignIn(world)
  const answer = await person.post('/api/auth/passkey', { answer: device.use(options, manner) })
  return {
    answer,
    person: withCookiesOf(
      world,
      { ...person, ...(answer.body.user?.email && { email: answer.body.user.email }) },
      answer,
    ),
  }
}
