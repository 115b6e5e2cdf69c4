/** The one client that each provider knows here, as its console would have given it out. */
export interface Client {
  id: string
  secret: string
}

export const GOOGLE_CLIENT: Client = { id: 'google-client-sandbox', secret: 'google-secret-sandbox' }
export const FACEBOOK_CLIENT: Client = { id: 'facebook-client-sandbox', secret: 'facebook-secret-sandbox' }
