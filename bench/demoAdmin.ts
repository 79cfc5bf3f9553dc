import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'

/** The administrator of the demo organisation. */
export const demoAdmin = demoAccounts.find((one) => one.userName === 'zhengkai')!
