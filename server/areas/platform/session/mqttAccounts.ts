// Accounts at the broker: given, switched and taken back in the transaction of whoever owns the device. The broker closes
// the connection of an account that no longer stands.
import type { Tx } from '#server/kit/caller'

export interface MqttAccount {
  deviceId: string
  clientName: string
  secretHash: string
}

/** A device that has one gets the new secret; whether it is switched on stays as it was. */
export async function giveMqttAccounts(tx: Tx, accounts: readonly MqttAccount[]): Promise<void> {
  if (accounts.length === 0) return
  await tx.client.query(
    `insert into mqtt_credential (org_id, client_name, secret_hash, device_id)
    select $1, n."clientName", n."secretHash", n."deviceId"
    from jsonb_to_recordset($2::jsonb) as n("clientName" text, "secretHash" text, "deviceId" text)
    on conflict (org_id, client_name) do update set secret_hash = excluded.secret_hash, device_id = excluded.device_id`,
    [tx.orgId, JSON.stringify(accounts)],
  )
}

export async function switchMqttAccounts(tx: Tx, deviceIds: readonly string[], enabled: boolean): Promise<void> {
  await tx.client.query('update mqtt_credential set enabled = $3 where org_id = $1 and device_id = any($2)', [
    tx.orgId,
    deviceIds,
    enabled,
  ])
}

export async function dropMqttAccounts(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  await tx.client.query('delete from mqtt_credential where org_id = $1 and device_id = any($2)', [tx.orgId, deviceIds])
}
