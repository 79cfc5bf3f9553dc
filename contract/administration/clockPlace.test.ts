// Where somebody may clock.
import { describe, expect, test } from 'vitest'
import { clockPlaceFault, clockPlaceWords, networkFault } from './clockPlace.ts'

describe('networks', () => {
  test.each(['192.168.1.10', '192.168.10.0/24', '10.1.0.0/16', '2408:8207:1850::/64', 'fe80::1'])('%s', (network) => {
    expect(networkFault(network)).toBeNull()
  })

  test.each([
    ['192.168.1', '网络地址应为'],
    ['192.168.1.256', '网络地址应为'],
    ['192.168.1.0/24/1', '网络地址应为'],
    ['本院网络', '网络地址应为'],
    ['::zz', '网络地址应为'],
    ['1:2:3', '网络地址应为'],
    ['192.168.1.0/33', '“/”后面应为'],
    ['192.168.1.0/', '“/”后面应为'],
    ['192.168.1.0/a', '“/”后面应为'],
    ['0.0.0.0/0', '太大'],
    ['10.0.0.0/8', '太大'],
    ['2408::/32', '太大'],
  ])('%s is refused', (network, said) => {
    expect(networkFault(network)).toContain(said)
  })
})

test.each([
  [{ kind: 'RADIUS', lng: 121.5, lat: 31.2, radius: 200 }, null, '121.5, 31.2，200 米内'],
  [{ kind: 'RADIUS', lng: 121.5, radius: 200 }, '请填写经度和纬度，或点“取当前位置”', null],
  [{ kind: 'RADIUS', lng: 0, lat: 0 }, '请填写打卡范围（米）', null],
  [{ kind: 'NETWORK', network: '10.0.1.0/24' }, null, '10.0.1.0/24'],
  [{ kind: 'NETWORK', network: ' ' }, '请填写网络地址', null],
  [{ kind: 'DEVICE', deviceNo: 'KQ-01' }, null, 'KQ-01'],
  [{ kind: 'DEVICE' }, '请填写考勤机编号', null],
] as const)('%j', (place, fault, words) => {
  expect(clockPlaceFault(place)).toBe(fault)
  if (words !== null) expect(clockPlaceWords(place)).toBe(words)
})
