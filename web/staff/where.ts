// Where the phone is, as well as it knows; null with the reason where it does not say.
const PATIENCE_MS = 10_000

export interface Found {
  lng: number
  lat: number
  accuracy: number
}

const REASONS: Readonly<Record<number, string>> = {
  1: '手机没有允许定位。请在浏览器设置里允许，或连接本院网络再打卡。',
  2: '手机现在定不了位。请到窗边再试，或连接本院网络再打卡。',
  3: '定位太慢，请再试一次，或连接本院网络再打卡。',
}

export function locate(): Promise<{ found: Found | null; why: string | null }> {
  if (!('geolocation' in navigator))
    return Promise.resolve({ found: null, why: '这部手机不能定位，请连接本院网络再打卡。' })
  return new Promise((done) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        done({
          found: { lng: coords.longitude, lat: coords.latitude, accuracy: Math.round(coords.accuracy) },
          why: null,
        }),
      (error) => done({ found: null, why: REASONS[error.code] ?? REASONS[2]! }),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 30_000 },
    )
  })
}
