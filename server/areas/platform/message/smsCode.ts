// Codes sent to phones. One that cannot arrive is refused, not kept for somebody to read; how many are sent is limited
// by number, by address and by picture codes; and nothing in the answers tells whether a number has an account.
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { maskedPhone } from '#contract/kit/privacy'
import { invalid, Refusal } from '#contract/kit/refusal'
import { findAccount } from '#server/areas/platform/session/accountLogin'
import { knownAccounts } from '#server/areas/platform/session/knownBrowser'
import { type PhotoProof, solvesForSms } from '#server/areas/platform/session/photoCode'
import { operatorOrganisation } from '#server/areas/platform/setting/orgSettings'
import { standInOf } from '#server/areas/platform/user/phoneStandIn'
import type { Tx, Visitor } from '#server/kit/caller'
import { newId, sha256 } from '#server/kit/ids'
import { addressOf, checkRate, countUp, type Limit, takeRate } from '#server/kit/rateLimit'
import { sendSms, smsReachesPhones } from './sms.ts'

const PHONE = /^1\d{10}$/
const TRIES = 5
const PER_NUMBER: readonly [name: string, limit: Limit][] = [
  ['minute', { most: 1, seconds: 60 }],
  ['hour', { most: 5, seconds: 3_600 }],
  ['day', { most: 10, seconds: 86_400 }],
]
/** A house recovers and signs in by SMS at the change of shifts, all from one address. */
const PER_ADDRESS = { most: 60, seconds: 3_600 }
/** Older clients ask without a picture code: enough for the few who forgot, not for who spends other people's SMS. */
const WITHOUT_PICTURE = { most: 5, seconds: 3_600 }

const hashOf = (codeId: string, code: string) => sha256(`${codeId}:${code}`)

export function refuseWithoutSms(who: Visitor): void {
  if (!smsReachesPhones(who.app)) throw new Refusal('NO_SMS')
}

/** A picture or a page on another site asks in its visitor's name; our pages and other programs do not ask so. */
export function refuseEmbedded(who: Visitor): void {
  if (who.origin.embedded) throw new Refusal('CROSS_SITE')
}

async function takeTurn(who: Visitor, number: string, proof: PhotoProof): Promise<void> {
  const { pool } = who.app
  const solved = await solvesForSms(who.app, proof, number)
  const trusted = solved || (await knownAccounts(pool, who.origin)).size > 0
  const limit = trusted ? PER_ADDRESS : WITHOUT_PICTURE
  const address = `sms-address:${trusted ? '' : 'bare:'}${addressOf(who.origin.ip)}`
  // An address that has spent its share must not use up the turns of other people's phones.
  await checkRate(pool, address, limit)
  const [minute, ...longer] = PER_NUMBER
  await takeRate(pool, `sms-${minute![0]}:${number}`, minute![1])
  await takeRate(pool, address, limit)
  for (const [name, one] of longer) await takeRate(pool, `sms-${name}:${number}`, one)
}

/** Counts for the number behind a stand-in: it gets no more than its share, whichever way somebody asks. */
async function isSpent(pool: pg.Pool, key: string): Promise<boolean> {
  let spent = false
  for (const [name, limit] of PER_NUMBER) {
    const { count } = await countUp(pool, `sms-${name}:${key}`, limit.seconds)
    spent ||= count > limit.most
  }
  return spent
}

/** Sends a code to a phone, known or not: registering needs it too. A stand-in leads to the phone it stands for. */
export async function sendCode(who: Visitor, number: string, proof: PhotoProof): Promise<void> {
  refuseEmbedded(who)
  if (!PHONE.test(number)) throw invalid('手机号应为 11 位数字，以 1 开头', 'userTelephone')
  refuseWithoutSms(who)
  const { pool } = who.app
  const standIn = await standInOf(pool, who.origin, number)
  if (standIn?.expired) throw invalid('等待时间过长，请重新填写账号，再获取验证码', 'userTelephone')
  await takeTurn(who, standIn ? `stand-in:${number}` : number, proof)
  const phone = standIn?.phone ?? number
  const spent = standIn ? await isSpent(pool, standIn.phone ?? `nobody:${number}`) : false
  const dropped = spent || (standIn !== null && standIn.phone === null)
  const owner = await findAccount(pool, phone, 'phone')
  const operator = await operatorOrganisation(pool)
  // A phone nobody has belongs to somebody who wants to join: that is the operator's business.
  const orgId = owner?.orgId ?? operator
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeId = newId()
  await who.tx(orgId, async (tx) => {
    await tx.client.query(
      `insert into sms_code (code_id, phone, code_hash, expires_at) values ($1, $2, $3, now() + interval '5 minutes')`,
      // One that is not sent must not take the place of one that was.
      [codeId, dropped ? `dropped:${number}` : phone, hashOf(codeId, code)],
    )
    const content = `验证码 ${code}，5 分钟内有效。如非本人操作，请忽略本短信。`
    await sendSms(who.app, tx, { orgId, phone, content, purpose: '验证码', secrets: [code], dropped })
    tx.log({ remark: `${dropped ? '没有' : ''}向 ${maskedPhone(phone)} 发送短信验证码` })
  })
}

// Only the newest code of a phone counts. A wrong answer costs a try in the statement that checks it; a right one costs
// none, so a form that is refused for another reason can be sent again.
const TRY = `update sms_code set tries = tries + case when code_hash = encode(sha256(convert_to(code_id || ':' || $3, 'UTF8')), 'hex') then 0 else 1 end
where code_id = (select code_id from sms_code where phone = $1 order by created_at desc, code_id desc limit 1)
  and used_at is null and expires_at > now() and tries < $2
returning code_id, code_hash`

/** Checks a code and gives its id; the transaction that relies on it spends it with `spendCode`. */
export async function proveCode(pool: pg.Pool, phone: string, code: string): Promise<string> {
  const tried = await pool.query<{ code_id: string; code_hash: string }>({
    name: 'sms_code_try',
    text: TRY,
    values: [phone, TRIES, code.trim()],
  })
  const row = tried.rows[0]
  if (!row || row.code_hash !== hashOf(row.code_id, code.trim())) throw new Refusal('WRONG_SMS_CODE', {}, 'smsCode')
  return row.code_id
}

/** Two calls with the same code: one of them finds it spent. */
export async function spendCode(tx: Tx, codeId: string): Promise<void> {
  const spent = await tx.client.query('update sms_code set used_at = now() where code_id = $1 and used_at is null', [
    codeId,
  ])
  if (spent.rowCount !== 1) throw new Refusal('WRONG_SMS_CODE', {}, 'smsCode')
}
