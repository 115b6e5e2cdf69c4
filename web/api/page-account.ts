let account: string | null = null

/** Sets the id of the account that the pages of this tab are drawn for; null while signed out. */
export function setPageAccount(id: string | null): void {
  account = id
}

/** The id of the account that the pages of this tab are drawn for; null while signed out. */
export function pageAccount(): string | null {
  return account
}
