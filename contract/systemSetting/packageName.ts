// What the name of an installation package says: OTA_{deviceModel}_{version}.zip or {deviceType}_{version}.zip.

export interface PackageParts {
  deviceType: string | null
  deviceModel: string | null
  packageVersion: string
}

const PART = '[A-Za-z0-9][A-Za-z0-9.-]*'
const OTA = new RegExp(`^OTA_(${PART})_(${PART})\\.zip$`, 'i')
const PLAIN = new RegExp(`^(${PART})_(${PART})\\.zip$`, 'i')

export const PACKAGE_NAME_RULE = '文件名应为 OTA_设备型号_版本号.zip 或 设备类型_版本号.zip'

/** null: the name follows neither rule. */
export function packageParts(fileName: string): PackageParts | null {
  const ota = OTA.exec(fileName)
  if (ota) return { deviceType: null, deviceModel: ota[1]!, packageVersion: ota[2]! }
  const plain = PLAIN.exec(fileName)
  return plain ? { deviceType: plain[1]!, deviceModel: null, packageVersion: plain[2]! } : null
}
