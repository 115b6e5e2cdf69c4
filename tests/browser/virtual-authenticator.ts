import type { CDPSession, Page } from '@playwright/test'

/** A virtual authenticator of Chromium: it stores passkeys and verifies its user. */
export type Device = {
  /** Whether user verification succeeds from now on. */
  recognise(recognised: boolean): Promise<void>
  passkeys(): Promise<number>
}

/** Gives this browser a device with a fingerprint reader. */
export async function addDevice(page: Page): Promise<Device> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    recognise: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    passkeys: async () => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
  }
}
