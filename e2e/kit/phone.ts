// What arrives on somebody's phone.
import { gatewayAt } from '#server/kit/test/smsGateway'
import { product } from './product.ts'

const readers = new Map<string, (phone: string) => Promise<string>>()

/** The six digits of the newest code that came to this phone. */
export async function codeOn(phone: string): Promise<string> {
  const { sms } = await product()
  const reader = readers.get(sms) ?? gatewayAt(sms)
  readers.set(sms, reader)
  return reader(phone)
}
