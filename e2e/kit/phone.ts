// What arrives on somebody's phone.
import { inject } from 'vitest'
import { gatewayAt } from '#server/kit/test/smsGateway'

/** The six digits of the newest code that came to this phone. */
export const codeOn: (phone: string) => Promise<string> = gatewayAt(inject('productSms'))
