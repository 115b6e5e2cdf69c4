/**
 * The header that names the account a page was drawn for: the user's id. Optional. A call of another session
 * is refused as `other_account`, because two tabs of one browser share their cookies.
 */
export const accountHeader = 'x-account-id'
