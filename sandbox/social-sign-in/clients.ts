/** The one registered client of each provider, with the credentials of its developer console. */
export interface Client {
  id: string
  secret: string
}

export const GOOGLE_CLIENT: Client = { id: 'google-client-sandbox', secret: 'google-secret-sandbox' }
export const FACEBOOK_CLIENT: Client = { id: 'facebook-client-sandbox', secret: 'facebook-secret-sandbox' }
