import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'

/** The administrator of the demo organisation. */
export const demoAdmin = demoAccounts.find((one) => one.userName === 'zhengkai')!

/** Sees some departments, where the administrator sees all. */
export const demoNurse = demoAccounts.find((one) => one.userName === 'lixiaomei')!
