import { expect, test } from 'vitest'
import { facebookAddresses, googleAddresses } from './social-addresses.ts'

const client = { clientId: 'id', clientSecret: 'secret' }

test('without a configured URL, each provider has its public endpoints', () => {
  expect(googleAddresses({ ...client, url: undefined })).toEqual({
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    keys: 'https://www.googleapis.com/oauth2/v3/certs',
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
  })
  expect(facebookAddresses({ ...client, url: undefined })).toEqual({
    authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
    token: 'https://graph.facebook.com/v23.0/oauth/access_token',
    me: 'https://graph.facebook.com/v23.0/me',
  })
})

test('a configured URL replaces all endpoints of a provider and is the only issuer', () => {
  expect(googleAddresses({ ...client, url: 'http://localhost:1/google' })).toEqual({
    authorization: 'http://localhost:1/google/o/oauth2/v2/auth',
    token: 'http://localhost:1/google/token',
    keys: 'http://localhost:1/google/oauth2/v3/certs',
    issuers: ['http://localhost:1/google'],
  })
})
