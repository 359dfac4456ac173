/** Five operations by the client that `orval` makes of the served document. */
import * as dam from './orval/client.js'

const [, , , token = '', ids = ''] = process.argv
const { collectionId, assetId, userId, crowdPack } = JSON.parse(ids)

const options = { headers: { 'Access-token': token, 'Token-type': 'bearer' } }
const sortBy = { field: dam.SortField.createTime, sort: dam.SortDirection.asc }
const crowdList = [{ crowdUniqueSign: 'generated' }]
const assetIds = [assetId]
const found = await dam.searchAssetCollections({ param: { sortBy } }, options)
const shown = await dam.assetDetailList({ param: { assetIdList: assetIds } }, options)
const users = await dam.queryUsersByIdList({ param: { userIds: [userId] } }, options)
const members = await dam.addMembersToACrowdPack({ param: { ...crowdPack, crowdList } }, options)
const added = await dam.addAssetsToAnAssetCollection({ param: { collectionId, assetIds } }, options)

const results: unknown[] = []
if (found.data.code === '0') results.push(found.data.result?.list[0]?.groupName)
if (shown.data.code === '0') results.push(shown.data.result?.detail[0]?.subResList[0]?.name)
if (users.data.code === '0') results.push(users.data.result?.[0]?.email)
if (members.data.code === '0') results.push(members.data.result?.result)
if (added.data.code === '0') results.push(added.data.result)
process.stdout.write(JSON.stringify(results))
