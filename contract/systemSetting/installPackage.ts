// Installation packages of terminals, and the broadcast that makes terminals act.

import { call, noun } from '#contract/kit/call'
import { fileAddress } from '#contract/kit/fileAddress'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { anything, id, int, list, named, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'

/** All packages of an organisation together: 5 GiB. */
export const PACKAGE_QUOTA = 5 * 1024 ** 3

/** Kinds of terminals, with the codes they register under. */
export const DeviceType = options('DeviceType', '设备类型', [
  ['piBedSideExtension', '床旁分机'],
  ['piMedicalMainframe', '医护主机'],
  ['piNursingAssistant', '护理助手'],
  ['piDataScreen', '数据大屏'],
  ['wnBedHeadExtension', '床头分机'],
  ['wnBedSideExtension', '床旁分机（通用）'],
  ['wnDoorWayExtension', '门口机'],
  ['wnDutyMainframe', '值班室分机'],
  ['wnMedicalMainframe', '医护主机（通用）'],
  ['wnVoiceGateway', '手持机'],
  ['wnEntranceGuard', '门禁分机'],
  ['wnToiletExtension', '卫生间分机'],
])

export const BroadcastType = options('BroadcastType', '广播指令', [
  ['reboot', '重启终端'],
  ['updateBedCard', '更新床头卡'],
])

const Package = obj({
  packageId: str(),
  packageName: str(),
  packageSize: int(),
  deviceType: nul(str()),
  deviceModel: nul(str()),
  packageVersion: str(),
  packageDesc: nul(str()),
  packageUrl: str(),
  createTime: nul(str()),
  version: int(),
})
export type PackageData = Static<typeof Package>

const NAME = text('安装包名称', { max: 10 })
const DESC = opt(text('说明', { max: 20 }))
const VIEW = 'systemSetting:installPackage:list|addZip|updateZip|delZip'
const path = '/tdms/web-td/device/package'

export const installPackage = noun('systemSetting', 'installPackage', {
  title: '安装包管理',
  calls: {
    list: call.get(path, {
      needs: VIEW,
      act: '安装包列表',
      query: pageQuery({
        packageName: opt(str('安装包名称')),
        deviceType: opt(str('设备类型')),
        deviceModel: opt(str('设备型号')),
        packageVersion: opt(str('版本号')),
        startTime: opt(str('上传时间起')),
        endTime: opt(str('上传时间止')),
      }),
      data: pageOf(Package),
    }),
    sumSize: call.get(`${path}/sumSize`, { needs: VIEW, act: '安装包占用空间', data: int() }),
    get: call.get(`${path}/{packageId}`, { needs: VIEW, act: '安装包详情', data: Package, refuses: ['NOT_FOUND'] }),
    add: call.post(path, {
      needs: 'addZip',
      act: '新增安装包',
      body: obj({
        packageName: NAME,
        packageDesc: DESC,
        packageUrl: fileAddress('安装包文件', { max: 400 }),
        /** Clients send what they measured; what was stored counts. */
        packageSize: opt(int('大小')),
        packageVersion: opt(text('版本号', { max: 50 })),
        deviceType: opt(text('设备类型', { max: 50 })),
        deviceModel: opt(text('设备型号', { max: 50 })),
      }),
      data: Package,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS'],
    }),
    save: call.put(`${path}/{packageId}`, {
      needs: 'updateZip',
      act: '编辑安装包',
      body: obj({ packageName: NAME, packageDesc: DESC, version: opt(int()) }),
      data: Package,
      refuses: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
    }),
    /** The same with the id in the body. */
    saveById: call.put(path, {
      needs: 'updateZip',
      act: '编辑安装包',
      body: obj({
        packageId: id('编号', { of: 'installPackage' }),
        packageName: NAME,
        packageDesc: DESC,
        version: opt(int()),
      }),
      data: Package,
      refuses: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
    }),
    remove: call.delete(`${path}/{packageId}`, {
      needs: 'delZip',
      act: '删除安装包',
      query: obj({ packageUrl: opt(str()) }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    deviceTypes: call.get('/tdms/web-td/device/list/getDeviceType', {
      needs: 'signedIn',
      act: '设备类型',
      query: obj({ hasLogin: opt(str()) }),
      data: list(obj({ deviceType: str(), deviceTypeName: str() })),
    }),
    broadcast: call.post('/wnms/web-wn/systemConfig/broad', {
      needs: 'systemSetting:installPackage:broadcast',
      act: '向终端广播',
      aliases: ['/tdms/web-wn/systemConfig/broad'],
      body: obj({
        unitId: opt(id('部门', { of: 'dept' })),
        deviceType: opt(text('设备类型', { max: 50 })),
        messageType: BroadcastType.schema,
        deviceId: opt(named('device', '设备')),
        /** The whole configuration, for bed cards only; passed on as it is. */
        message: opt(anything()),
      }),
      /** How many terminals were addressed. */
      data: obj({ devices: int() }),
      refuses: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
    }),
  },
  pages: {
    list: {
      path: '/systemSetting/install-package',
      alias: '/zipManage',
      title: '安装包管理',
      tab: true,
      needs: VIEW,
      ahead: 'list',
      menu: { rail: 'setting', group: '系统', order: 62 },
    },
    add: {
      path: '/systemSetting/install-package-save',
      title: '新增安装包',
      tab: false,
      needs: 'addZip',
    },
  },
})
