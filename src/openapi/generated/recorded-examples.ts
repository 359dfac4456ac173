// Recorded from the examples of src/openapi/examples/ by `npm run docs`.

import type { RecordedExample } from '../examples/recorded-example.ts'

/** Every example with the answer of a server with the seed `demo` and a frozen clock. */
export const RECORDED_EXAMPLES: readonly RecordedExample[] = [
 {
  "of": "E1",
  "outcome": "success",
  "summary": "The newest collection, one on a page",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "keywordList": [],
    "scope": 0,
    "parentGroupId": 0,
    "sortBy": {
     "field": "createTime",
     "sort": "desc"
    },
    "page": 1,
    "pageSize": 1
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "totalCount": 10,
    "list": [
     {
      "id": 3008,
      "createTime": 1681098555000,
      "updateTime": 1790135876056,
      "createUser": 1006,
      "updateUser": 1006,
      "status": 0,
      "parentId": 0,
      "rootId": 3008,
      "groupName": "创意在制 Studio Work in Progress",
      "itemCount": 14,
      "groupCount": 2,
      "belongId": 1006,
      "description": "Unfinished work. Not for release.",
      "thunders": null,
      "hasCollected": false
     }
    ]
   }
  }
 },
 {
  "of": "E1",
  "outcome": "empty-list",
  "summary": "No collection has the word",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "keywordList": [
     "no such word"
    ],
    "scope": 0,
    "parentGroupId": 0,
    "sortBy": {
     "field": "createTime",
     "sort": "desc"
    },
    "page": 1,
    "pageSize": 20
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "totalCount": 0,
    "list": []
   }
  }
 },
 {
  "of": "E1",
  "outcome": "further-page",
  "summary": "The second page",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "keywordList": [],
    "scope": 0,
    "parentGroupId": 0,
    "sortBy": {
     "field": "createTime",
     "sort": "desc"
    },
    "page": 2,
    "pageSize": 1
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "totalCount": 10,
    "list": [
     {
      "id": 3007,
      "createTime": 1679465464000,
      "updateTime": 1791048489268,
      "createUser": 1008,
      "updateUser": 1008,
      "status": 0,
      "parentId": 0,
      "rootId": 3007,
      "groupName": "法务归档 Legal Archive",
      "itemCount": 13,
      "groupCount": 2,
      "belongId": 1008,
      "description": "合同、检测报告与授权文件，仅法务合规部可见。",
      "thunders": null,
      "hasCollected": false
     }
    ]
   }
  }
 },
 {
  "of": "E1",
  "outcome": "notAllowed",
  "summary": "A direction that is not known",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "keywordList": [],
    "scope": 0,
    "parentGroupId": 0,
    "sortBy": {
     "field": "createTime",
     "sort": "newest"
    },
    "page": 1,
    "pageSize": 20
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "90020004",
   "message": "param.sortBy.sort is \"newest\"; known values are asc, desc",
   "result": null
  }
 },
 {
  "of": "E1",
  "outcome": "wrongType",
  "summary": "A number as text",
  "isInvalid": true,
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "keywordList": [],
    "scope": 0,
    "parentGroupId": 0,
    "sortBy": {
     "field": "createTime",
     "sort": "desc"
    },
    "page": "1",
    "pageSize": 20
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "90020002",
   "message": "param.page must be an integer, got a string",
   "result": null
  }
 },
 {
  "of": "E4",
  "outcome": "success",
  "summary": "One asset",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "assetIdList": [
     100001
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/assetIdList/0": "assets.ids.0"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "detail": [
     {
      "approvalStatus": 3,
      "materialOrigin": {
       "isDownload": 1,
       "riskLevel": 0,
       "watermark": "",
       "updateUser": 1002,
       "templateGenerateCount": 0,
       "updateTime": 1778058394564,
       "stickTop": 1,
       "dummy": 0,
       "assetTagStatus": 0,
       "createTime": 1667816252603,
       "maplexStatus": 0,
       "createUser": 1002,
       "isDam": 1,
       "coreId": 100001,
       "id": 100001,
       "importUrl": "",
       "scenarioVisibility": "ALL_VISIBLE",
       "ruleCheckStatusCode": 0,
       "analysisStatus": 0,
       "ruleCheckStatus": "UNSUPPORTED_FORMAT",
       "status": 0
      },
      "extension": "jpg",
      "importance": 2,
      "collectionInfo": [
       {
        "id": 3006,
        "groupName": "营销活动 Campaigns"
       },
       {
        "id": 3016,
        "groupName": "乌龙 Oolong"
       },
       {
        "id": 3017,
        "groupName": "雾岭乌龙 上市主推"
       }
      ],
      "updateUser": 1002,
      "updateTime": 1778058394564,
      "createTime": 1667816252603,
      "tags": "主视觉,乌龙",
      "authInfoList": [
       {
        "unitType": 1,
        "unitId": 1002,
        "unitName": "Elena Marlowe",
        "dataRoleId": 1,
        "dataRoleName": "Owner",
        "dataRoleCode": "ownerRole",
        "editable": 1,
        "materialId": 100001
       },
       {
        "unitType": 2,
        "unitId": 10,
        "unitName": "Tessaline Group 汀屿集团",
        "dataRoleId": 2,
        "dataRoleName": "Editor",
        "dataRoleCode": "editorRole",
        "editable": 1,
        "materialId": 100001
       },
       {
        "unitType": 3,
        "unitId": 0,
        "unitName": "Everyone",
        "dataRoleId": 3,
        "dataRoleName": "Viewer",
        "dataRoleCode": "viewerRole",
        "editable": 0,
        "materialId": 100001
       }
      ],
      "customerLifeCycleRuleTagCode": "",
      "size": 258568,
      "subResList": [
       {
        "downloadUrl": "http://127.0.0.1:4022/_files/00000000/resources/500001/download?expires=1793494800000&signature=<SIGNATURE>",
        "originalUrl": "http://127.0.0.1:4022/_files/00000000/resources/500001/original?expires=1793494800000&signature=<SIGNATURE>",
        "url": "http://127.0.0.1:4022/_files/00000000/resources/500001/original?expires=1793494800000&signature=<SIGNATURE>",
        "urlWithParam": "http://127.0.0.1:4022/_files/00000000/resources/500001/original?expires=1793494800000&signature=<SIGNATURE>",
        "transformPreviewUrl": "http://127.0.0.1:4022/_files/00000000/resources/500001/preview?expires=1793494800000&signature=<SIGNATURE>",
        "thunder": "http://127.0.0.1:4022/_files/00000000/resources/500001/thumbnail?expires=1793494800000&signature=<SIGNATURE>",
        "thunderOrigin": "http://127.0.0.1:4022/_files/00000000/resources/500001/preview?expires=1793494800000&signature=<SIGNATURE>",
        "iconThunder": "http://127.0.0.1:4022/_files/00000000/resources/500001/icon?expires=1793494800000&signature=<SIGNATURE>",
        "thumbnailOriginWidth": 1600,
        "thumbnailOriginHeight": 1000,
        "extension": "jpg",
        "picNum": null,
        "videoNum": null,
        "textNum": null,
        "wordNum": null,
        "uniMd5": "15e052cb97084a1d21201ea25067f8f9",
        "fileFormatType": "picture",
        "title": null,
        "type": "image/jpeg",
        "duration": null,
        "pdfStatus": 0,
        "path": "library/100001/500001.jpg",
        "id": 500001,
        "publicRead": false,
        "thumbnailAssetId": null,
        "iconAssetId": null,
        "damId": null,
        "height": 1000,
        "width": 1600,
        "aliasName": null,
        "resType": 0,
        "keyName": "500001.jpg",
        "updateTime": 1778058394564,
        "createTime": 1667816252603,
        "baseTextUpdateTime": null,
        "analysisAssetIds": null,
        "size": 258568,
        "name": "雾岭乌龙 品牌主视觉 Mist Ridge hero.jpg",
        "assetStatus": 0,
        "baseText": null
       }
      ]
     }
    ]
   }
  }
 },
 {
  "of": "E4",
  "outcome": "left-out",
  "summary": "Only an asset that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "assetIdList": [
     999999999
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "detail": []
   }
  }
 },
 {
  "of": "E4",
  "outcome": "missingField",
  "summary": "Without the ids",
  "isInvalid": true,
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {}
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "90020001",
   "message": "param.assetIdList is missing; expected an array",
   "result": null
  }
 },
 {
  "of": "E4",
  "outcome": "wrongType",
  "summary": "Ids as texts",
  "isInvalid": true,
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "assetIdList": [
     "100001"
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "90020002",
   "message": "param.assetIdList[0] must be an integer, got a string",
   "result": null
  }
 },
 {
  "of": "E5",
  "outcome": "success",
  "summary": "Tasks in progress",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "createTimeForm": 1790000000000,
    "category": "APPROVAL",
    "finished": false,
    "page": 1
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "pageNum": 1,
    "pageSize": 20,
    "totalCount": 1,
    "totalPage": 1,
    "records": [
     {
      "id": "671bb9bc-21bf-4d7c-a993-e9ce4c50dcf1",
      "key": "task1",
      "processName": "纸鸢广告 press photography 入库",
      "approvalId": "9054",
      "processCategory": "RESOURCE_PUBLISHMENT",
      "category": "APPROVAL",
      "submitter": 1017,
      "assignee": 1001,
      "createTime": 1791683551600,
      "endTime": null,
      "approvalStatus": "IN_PROGRESS"
     }
    ]
   }
  }
 },
 {
  "of": "E5",
  "outcome": "ended-task",
  "summary": "Tasks that have ended",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "createTimeForm": 1779650000000,
    "category": "APPROVAL",
    "finished": true,
    "page": 1
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "pageNum": 1,
    "pageSize": 20,
    "totalCount": 1,
    "totalPage": 1,
    "records": [
     {
      "id": "ed61d133-e743-454e-8414-32843dbf89f4",
      "key": "task2",
      "processName": "半夏工作室 门店开业纪实 入库",
      "approvalId": "9048",
      "processCategory": "RESOURCE_PUBLISHMENT",
      "category": "APPROVAL",
      "submitter": 1022,
      "assignee": 1002,
      "createTime": 1779699838635,
      "endTime": 1780077609635,
      "approvalStatus": "APPROVED"
     }
    ]
   }
  }
 },
 {
  "of": "E5",
  "outcome": "empty-list",
  "summary": "Nothing was begun since",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "createTimeForm": 1893456000000,
    "category": "APPROVAL",
    "finished": false,
    "page": 1
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "pageNum": 1,
    "pageSize": 20,
    "totalCount": 0,
    "totalPage": 0,
    "records": []
   }
  }
 },
 {
  "of": "E5",
  "outcome": "further-page",
  "summary": "The second page",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "createTimeForm": 1774325280892,
    "category": "APPROVAL",
    "page": 2
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "pageNum": 2,
    "pageSize": 20,
    "totalCount": 21,
    "totalPage": 2,
    "records": [
     {
      "id": "671bb9bc-21bf-4d7c-a993-e9ce4c50dcf1",
      "key": "task1",
      "processName": "纸鸢广告 press photography 入库",
      "approvalId": "9054",
      "processCategory": "RESOURCE_PUBLISHMENT",
      "category": "APPROVAL",
      "submitter": 1017,
      "assignee": 1001,
      "createTime": 1791683551600,
      "endTime": null,
      "approvalStatus": "IN_PROGRESS"
     }
    ]
   }
  }
 },
 {
  "of": "E5",
  "outcome": "missingField",
  "summary": "The corrected name `createTimeFrom`; the field is spelled `createTimeForm`",
  "isInvalid": true,
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "createTimeFrom": 1577836800000,
    "category": "APPROVAL",
    "finished": false,
    "page": 1
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "90020001",
   "message": "param.createTimeForm is missing; expected an integer",
   "result": null
  }
 },
 {
  "of": "E5",
  "outcome": "outOfRange",
  "summary": "A page before the first",
  "isInvalid": true,
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "createTimeForm": 1577836800000,
    "category": "APPROVAL",
    "finished": false,
    "page": 0
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "90020003",
   "message": "param.page must be at least 1",
   "result": null
  }
 },
 {
  "of": "E9",
  "outcome": "success",
  "summary": "Two assets, one task",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "variables": {
     "note": "from outside"
    },
    "detailName": "Two pictures",
    "category": "MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING",
    "processDefinitionId": 81,
    "submitter": 1001,
    "name": "Publish two pictures",
    "objects": [
     100001,
     100002
    ],
    "assignees": {
     "initiator": [
      1001
     ],
     "task1": [
      1002
     ]
    }
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/processDefinitionId": "approval.processDefinitionId",
   "/body/param/submitter": "users.owner.id",
   "/body/param/objects/0": "assets.ids.0",
   "/body/param/objects/1": "assets.ids.1",
   "/body/param/assignees/initiator/0": "users.owner.id",
   "/body/param/assignees/task1/0": "users.editor.id"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": 9055
  }
 },
 {
  "of": "E9",
  "outcome": "waiting-task",
  "summary": "Two tasks, the second of which waits for the first",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "variables": {
     "note": "from outside"
    },
    "detailName": "Two pictures",
    "category": "MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING",
    "processDefinitionId": 81,
    "submitter": 1001,
    "assignees": {
     "initiator": [
      1001
     ],
     "task1": [
      1002
     ],
     "task2": [
      1003
     ]
    },
    "name": "Publish two pictures",
    "objects": [
     100001,
     100002
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/processDefinitionId": "approval.processDefinitionId",
   "/body/param/submitter": "users.owner.id",
   "/body/param/assignees/initiator/0": "users.owner.id",
   "/body/param/assignees/task1/0": "users.editor.id",
   "/body/param/assignees/task2/0": "users.viewer.id",
   "/body/param/objects/0": "assets.ids.0",
   "/body/param/objects/1": "assets.ids.1"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": 9055
  }
 },
 {
  "of": "E9",
  "outcome": "unknownProcessDefinition",
  "summary": "A process definition that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "variables": {
     "note": "from outside"
    },
    "detailName": "Two pictures",
    "category": "MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING",
    "processDefinitionId": 999999999,
    "submitter": 1001,
    "assignees": {
     "initiator": [
      1001
     ],
     "task1": [
      1002
     ],
     "task2": [
      1003
     ]
    },
    "name": "Publish two pictures",
    "objects": [
     100001,
     100002
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/submitter": "users.owner.id",
   "/body/param/assignees/initiator/0": "users.owner.id",
   "/body/param/assignees/task1/0": "users.editor.id",
   "/body/param/assignees/task2/0": "users.viewer.id",
   "/body/param/objects/0": "assets.ids.0",
   "/body/param/objects/1": "assets.ids.1"
  },
  "answer": {
   "code": "90030006",
   "message": "param.processDefinitionId: there is no process definition 999999999",
   "result": null
  }
 },
 {
  "of": "E9",
  "outcome": "unknownObject",
  "summary": "An asset that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "variables": {
     "note": "from outside"
    },
    "detailName": "Two pictures",
    "category": "MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING",
    "processDefinitionId": 81,
    "submitter": 1001,
    "assignees": {
     "initiator": [
      1001
     ],
     "task1": [
      1002
     ],
     "task2": [
      1003
     ]
    },
    "name": "Publish two pictures",
    "objects": [
     999999999
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/processDefinitionId": "approval.processDefinitionId",
   "/body/param/submitter": "users.owner.id",
   "/body/param/assignees/initiator/0": "users.owner.id",
   "/body/param/assignees/task1/0": "users.editor.id",
   "/body/param/assignees/task2/0": "users.viewer.id"
  },
  "answer": {
   "code": "90030041",
   "message": "param.objects: there is no asset or atom 999999999",
   "result": null
  }
 },
 {
  "of": "E9",
  "outcome": "otherProcessCategory",
  "summary": "A process definition for something else",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "variables": {
     "note": "from outside"
    },
    "detailName": "Two pictures",
    "category": "MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING",
    "processDefinitionId": 82,
    "submitter": 1001,
    "assignees": {
     "initiator": [
      1001
     ],
     "task1": [
      1002
     ],
     "task2": [
      1003
     ]
    },
    "name": "Publish two pictures",
    "objects": [
     100001,
     100002
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/submitter": "users.owner.id",
   "/body/param/assignees/initiator/0": "users.owner.id",
   "/body/param/assignees/task1/0": "users.editor.id",
   "/body/param/assignees/task2/0": "users.viewer.id",
   "/body/param/objects/0": "assets.ids.0",
   "/body/param/objects/1": "assets.ids.1"
  },
  "answer": {
   "code": "90030046",
   "message": "param.processDefinitionId: definition 82 is of the category \"PORTAL_PUBLISHMENT\"; expected one of \"RESOURCE_PUBLISHMENT\"",
   "result": null
  }
 },
 {
  "of": "E9",
  "outcome": "unknownUser",
  "summary": "A submitter that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "variables": {
     "note": "from outside"
    },
    "detailName": "Two pictures",
    "category": "MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING",
    "processDefinitionId": 81,
    "submitter": 999999999,
    "assignees": {
     "initiator": [
      1001
     ],
     "task1": [
      1002
     ],
     "task2": [
      1003
     ]
    },
    "name": "Publish two pictures",
    "objects": [
     100001,
     100002
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/processDefinitionId": "approval.processDefinitionId",
   "/body/param/assignees/initiator/0": "users.owner.id",
   "/body/param/assignees/task1/0": "users.editor.id",
   "/body/param/assignees/task2/0": "users.viewer.id",
   "/body/param/objects/0": "assets.ids.0",
   "/body/param/objects/1": "assets.ids.1"
  },
  "answer": {
   "code": "90030001",
   "message": "param.submitter: there is no user 999999999",
   "result": null
  }
 },
 {
  "of": "E9",
  "outcome": "noTask",
  "summary": "No task has an assignee",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "variables": {
     "note": "from outside"
    },
    "detailName": "Two pictures",
    "category": "MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING",
    "processDefinitionId": 81,
    "submitter": 1001,
    "assignees": {},
    "name": "Publish two pictures",
    "objects": [
     100001,
     100002
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/processDefinitionId": "approval.processDefinitionId",
   "/body/param/submitter": "users.owner.id",
   "/body/param/objects/0": "assets.ids.0",
   "/body/param/objects/1": "assets.ids.1"
  },
  "answer": {
   "code": "90030022",
   "message": "param.assignees must name at least one task, such as task1, with at least one user id",
   "result": null
  }
 },
 {
  "of": "E9",
  "outcome": "outOfRange",
  "summary": "A number that JavaScript does not hold exactly",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "variables": {
     "amount": 100000000000000000000
    },
    "detailName": "Two pictures",
    "category": "MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING",
    "processDefinitionId": 81,
    "submitter": 1001,
    "assignees": {
     "initiator": [
      1001
     ],
     "task1": [
      1002
     ],
     "task2": [
      1003
     ]
    },
    "name": "Publish two pictures",
    "objects": [
     100001,
     100002
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/processDefinitionId": "approval.processDefinitionId",
   "/body/param/submitter": "users.owner.id",
   "/body/param/assignees/initiator/0": "users.owner.id",
   "/body/param/assignees/task1/0": "users.editor.id",
   "/body/param/assignees/task2/0": "users.viewer.id",
   "/body/param/objects/0": "assets.ids.0",
   "/body/param/objects/1": "assets.ids.1"
  },
  "answer": {
   "code": "90020003",
   "message": "param.variables must have no number beyond 9007199254740991",
   "result": null
  }
 },
 {
  "of": "E9",
  "outcome": "noPermission",
  "summary": "By a user whose role does not allow it",
  "headers": {
   "x-open-api-user": "viewer@example.com"
  },
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "variables": {
     "note": "from outside"
    },
    "detailName": "Two pictures",
    "category": "MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING",
    "processDefinitionId": 81,
    "submitter": 1001,
    "assignees": {
     "initiator": [
      1001
     ],
     "task1": [
      1002
     ],
     "task2": [
      1003
     ]
    },
    "name": "Publish two pictures",
    "objects": [
     100001,
     100002
    ]
   }
  },
  "fixtures": {
   "/headers/x-open-api-user": "users.viewer.email",
   "/body/token": "app.accessToken",
   "/body/param/processDefinitionId": "approval.processDefinitionId",
   "/body/param/submitter": "users.owner.id",
   "/body/param/assignees/initiator/0": "users.owner.id",
   "/body/param/assignees/task1/0": "users.editor.id",
   "/body/param/assignees/task2/0": "users.viewer.id",
   "/body/param/objects/0": "assets.ids.0",
   "/body/param/objects/1": "assets.ids.1"
  },
  "answer": {
   "code": "10134011",
   "message": "User has no operation permission",
   "result": null
  }
 },
 {
  "of": "E13",
  "outcome": "success",
  "summary": "All parts have arrived",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "filePath": "upload/2026/10/f923ab3664f1a8b109d050213311dcab.jpg",
    "uploadId": "3d751e14453020993949362abd92ca52",
    "partETags": [
     {
      "partNumber": 1,
      "etag": "e264d7e74ba91a99f2e793d5ae2b4e2a"
     },
     {
      "partNumber": 2,
      "etag": "25e30471bd3836e14af74a48a17b1423"
     },
     {
      "partNumber": 3,
      "etag": "365b5774115bdad2abe56a535c6d9cf1"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/filePath": "upload.filePath",
   "/body/param/uploadId": "upload.uploadId",
   "/body/param/partETags/0/partNumber": "upload.partETags.0.partNumber",
   "/body/param/partETags/0/etag": "upload.partETags.0.etag",
   "/body/param/partETags/1/partNumber": "upload.partETags.1.partNumber",
   "/body/param/partETags/1/etag": "upload.partETags.1.etag",
   "/body/param/partETags/2/partNumber": "upload.partETags.2.partNumber",
   "/body/param/partETags/2/etag": "upload.partETags.2.etag"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": true
  }
 },
 {
  "of": "E13",
  "outcome": "completed-upload",
  "summary": "The same request, sent again",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "filePath": "upload/2026/10/f923ab3664f1a8b109d050213311dcab.jpg",
    "uploadId": "3d751e14453020993949362abd92ca52",
    "partETags": [
     {
      "partNumber": 1,
      "etag": "e264d7e74ba91a99f2e793d5ae2b4e2a"
     },
     {
      "partNumber": 2,
      "etag": "25e30471bd3836e14af74a48a17b1423"
     },
     {
      "partNumber": 3,
      "etag": "365b5774115bdad2abe56a535c6d9cf1"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/filePath": "upload.filePath",
   "/body/param/uploadId": "upload.uploadId",
   "/body/param/partETags/0/partNumber": "upload.partETags.0.partNumber",
   "/body/param/partETags/0/etag": "upload.partETags.0.etag",
   "/body/param/partETags/1/partNumber": "upload.partETags.1.partNumber",
   "/body/param/partETags/1/etag": "upload.partETags.1.etag",
   "/body/param/partETags/2/partNumber": "upload.partETags.2.partNumber",
   "/body/param/partETags/2/etag": "upload.partETags.2.etag"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": true
  }
 },
 {
  "of": "E13",
  "outcome": "unknownUpload",
  "summary": "An upload that was never begun",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "filePath": "upload/2026/10/f923ab3664f1a8b109d050213311dcab.jpg",
    "uploadId": "none",
    "partETags": [
     {
      "partNumber": 1,
      "etag": "e264d7e74ba91a99f2e793d5ae2b4e2a"
     },
     {
      "partNumber": 2,
      "etag": "25e30471bd3836e14af74a48a17b1423"
     },
     {
      "partNumber": 3,
      "etag": "365b5774115bdad2abe56a535c6d9cf1"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/filePath": "upload.filePath",
   "/body/param/partETags/0/partNumber": "upload.partETags.0.partNumber",
   "/body/param/partETags/0/etag": "upload.partETags.0.etag",
   "/body/param/partETags/1/partNumber": "upload.partETags.1.partNumber",
   "/body/param/partETags/1/etag": "upload.partETags.1.etag",
   "/body/param/partETags/2/partNumber": "upload.partETags.2.partNumber",
   "/body/param/partETags/2/etag": "upload.partETags.2.etag"
  },
  "answer": {
   "code": "90030016",
   "message": "param.uploadId: there is no upload \"none\"",
   "result": null
  }
 },
 {
  "of": "E13",
  "outcome": "wrongUploadPath",
  "summary": "The path of another upload",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "filePath": "upload/other.jpg",
    "uploadId": "3d751e14453020993949362abd92ca52",
    "partETags": [
     {
      "partNumber": 1,
      "etag": "e264d7e74ba91a99f2e793d5ae2b4e2a"
     },
     {
      "partNumber": 2,
      "etag": "25e30471bd3836e14af74a48a17b1423"
     },
     {
      "partNumber": 3,
      "etag": "365b5774115bdad2abe56a535c6d9cf1"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/uploadId": "upload.uploadId",
   "/body/param/partETags/0/partNumber": "upload.partETags.0.partNumber",
   "/body/param/partETags/0/etag": "upload.partETags.0.etag",
   "/body/param/partETags/1/partNumber": "upload.partETags.1.partNumber",
   "/body/param/partETags/1/etag": "upload.partETags.1.etag",
   "/body/param/partETags/2/partNumber": "upload.partETags.2.partNumber",
   "/body/param/partETags/2/etag": "upload.partETags.2.etag"
  },
  "answer": {
   "code": "90030017",
   "message": "param.filePath: the upload has another path than \"upload/other.jpg\"",
   "result": null
  }
 },
 {
  "of": "E13",
  "outcome": "wrongParts",
  "summary": "A part is not listed",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "filePath": "upload/2026/10/f923ab3664f1a8b109d050213311dcab.jpg",
    "uploadId": "3d751e14453020993949362abd92ca52",
    "partETags": [
     {
      "partNumber": 2,
      "etag": "25e30471bd3836e14af74a48a17b1423"
     },
     {
      "partNumber": 3,
      "etag": "365b5774115bdad2abe56a535c6d9cf1"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/filePath": "upload.filePath",
   "/body/param/uploadId": "upload.uploadId",
   "/body/param/partETags/0/partNumber": "upload.partETags.1.partNumber",
   "/body/param/partETags/0/etag": "upload.partETags.1.etag",
   "/body/param/partETags/1/partNumber": "upload.partETags.2.partNumber",
   "/body/param/partETags/1/etag": "upload.partETags.2.etag"
  },
  "answer": {
   "code": "90030018",
   "message": "param.partETags: part 1 has arrived but is not listed",
   "result": null
  }
 },
 {
  "of": "E16",
  "outcome": "success",
  "summary": "The file of a merged upload",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "fileList": [
     {
      "path": "upload/2026/10/f923ab3664f1a8b109d050213311dcab.jpg",
      "name": "hero.jpg",
      "type": "image/jpeg"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/fileList/0/path": "upload.filePath"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "assetElementIdList": [
     700009
    ]
   }
  }
 },
 {
  "of": "E16",
  "outcome": "never-uploaded",
  "summary": "A path without an upload; the atom has the declared facts",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "fileList": [
     {
      "path": "upload/a.png",
      "name": "a.png",
      "size": 12,
      "type": "image/png"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "assetElementIdList": [
     700009
    ]
   }
  }
 },
 {
  "of": "E16",
  "outcome": "wrongSize",
  "summary": "Another size than that of the merged upload",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "fileList": [
     {
      "path": "upload/2026/10/f923ab3664f1a8b109d050213311dcab.jpg",
      "name": "hero.jpg",
      "type": "image/jpeg",
      "size": 1
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/fileList/0/path": "upload.filePath"
  },
  "answer": {
   "code": "90030021",
   "message": "param.fileList[0].size is 1, but the uploaded file has 258568 bytes",
   "result": null
  }
 },
 {
  "of": "E16",
  "outcome": "missingField",
  "summary": "Without the path",
  "isInvalid": true,
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "fileList": [
     {
      "name": "a.png",
      "size": 12,
      "type": "image/png"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "90020001",
   "message": "param.fileList[0].path is missing; expected a string",
   "result": null
  }
 },
 {
  "of": "E16",
  "outcome": "noPermission",
  "summary": "By a user whose role does not allow it",
  "headers": {
   "x-open-api-user": "viewer@example.com"
  },
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "fileList": [
     {
      "path": "upload/a.png",
      "name": "a.png",
      "size": 12,
      "type": "image/png"
     }
    ]
   }
  },
  "fixtures": {
   "/headers/x-open-api-user": "users.viewer.email",
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "10134011",
   "message": "User has no operation permission",
   "result": null
  }
 },
 {
  "of": "E17",
  "outcome": "success",
  "summary": "Two groups",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "groupPath": [
     "BRAND/CAMPAIGN-2025",
     "BRAND/GUIDELINES"
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/groupPath/0": "archive.groupPaths.0",
   "/body/param/groupPath/1": "archive.groupPaths.1"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": [
    {
     "groupId": 6003,
     "name": "CAMPAIGN-2025",
     "path": "BRAND/CAMPAIGN-2025",
     "rootId": 6001
    },
    {
     "groupId": 6004,
     "name": "GUIDELINES",
     "path": "BRAND/GUIDELINES",
     "rootId": 6001
    }
   ]
  }
 },
 {
  "of": "E17",
  "outcome": "left-out",
  "summary": "A group, and a path that no group has",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "groupPath": [
     "BRAND/CAMPAIGN-2025",
     "NO/SUCH-GROUP"
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/groupPath/0": "archive.groupPaths.0"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": [
    {
     "groupId": 6003,
     "name": "CAMPAIGN-2025",
     "path": "BRAND/CAMPAIGN-2025",
     "rootId": 6001
    }
   ]
  }
 },
 {
  "of": "E17",
  "outcome": "empty-list",
  "summary": "No group has the path",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "groupPath": [
     "NO/SUCH-GROUP"
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": []
  }
 },
 {
  "of": "E17",
  "outcome": "wrongType",
  "summary": "A text in place of a list",
  "isInvalid": true,
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "groupPath": "BRAND/CAMPAIGN-2025"
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/groupPath": "archive.groupPaths.0"
  },
  "answer": {
   "code": "90020002",
   "message": "param.groupPath must be an array, got a string",
   "result": null
  }
 },
 {
  "of": "E17",
  "outcome": "unknownActor",
  "summary": "In the name of a user that does not exist",
  "headers": {
   "x-open-api-user": "nobody@example.com"
  },
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "groupPath": [
     "BRAND/CAMPAIGN-2025",
     "BRAND/GUIDELINES"
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/groupPath/0": "archive.groupPaths.0",
   "/body/param/groupPath/1": "archive.groupPaths.1"
  },
  "answer": {
   "code": "90010006",
   "message": "x-open-api-user names \"nobody@example.com\", and no user has that e-mail address; some users are owner@example.com, editor@example.com, viewer@example.com",
   "result": null
  }
 },
 {
  "of": "E20",
  "outcome": "success",
  "summary": "Two values",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "attrCode": "19d7ab01a804f3ee9325bd3be0e4f14f",
    "attrValueList": [
     {
      "attrValueCode": "101",
      "attrValueName": "官方商城 Own Shop"
     },
     {
      "attrValueCode": "102",
      "attrValueName": "线下门店 Tea Rooms"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/attrCode": "metadata.attrCode",
   "/body/param/attrValueList/0/attrValueCode": "metadata.values.0.attrValueCode",
   "/body/param/attrValueList/0/attrValueName": "metadata.values.0.attrValueName",
   "/body/param/attrValueList/1/attrValueCode": "metadata.values.1.attrValueCode",
   "/body/param/attrValueList/1/attrValueName": "metadata.values.1.attrValueName"
  },
  "answer": {}
 },
 {
  "of": "E20",
  "outcome": "unknownMetadataField",
  "summary": "A field that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "attrCode": "none",
    "attrValueList": [
     {
      "attrValueCode": "101",
      "attrValueName": "官方商城 Own Shop"
     },
     {
      "attrValueCode": "102",
      "attrValueName": "线下门店 Tea Rooms"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/attrValueList/0/attrValueCode": "metadata.values.0.attrValueCode",
   "/body/param/attrValueList/0/attrValueName": "metadata.values.0.attrValueName",
   "/body/param/attrValueList/1/attrValueCode": "metadata.values.1.attrValueCode",
   "/body/param/attrValueList/1/attrValueName": "metadata.values.1.attrValueName"
  },
  "answer": {
   "code": "90030014",
   "message": "param.attrCode: there is no metadata field \"none\"",
   "result": null
  }
 },
 {
  "of": "E20",
  "outcome": "unknownMetadataValue",
  "summary": "A value that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "attrCode": "19d7ab01a804f3ee9325bd3be0e4f14f",
    "attrValueList": [
     {
      "attrValueName": "New name",
      "attrValueCode": "none"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/attrCode": "metadata.attrCode"
  },
  "answer": {
   "code": "90030015",
   "message": "param.attrValueList[0].attrValueCode: there is no metadata value \"none\"",
   "result": null
  }
 },
 {
  "of": "E20",
  "outcome": "noPermission",
  "summary": "By a user whose role does not allow it",
  "headers": {
   "x-open-api-user": "viewer@example.com"
  },
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "attrCode": "19d7ab01a804f3ee9325bd3be0e4f14f",
    "attrValueList": [
     {
      "attrValueCode": "101",
      "attrValueName": "官方商城 Own Shop"
     },
     {
      "attrValueCode": "102",
      "attrValueName": "线下门店 Tea Rooms"
     }
    ]
   }
  },
  "fixtures": {
   "/headers/x-open-api-user": "users.viewer.email",
   "/body/token": "app.accessToken",
   "/body/param/attrCode": "metadata.attrCode",
   "/body/param/attrValueList/0/attrValueCode": "metadata.values.0.attrValueCode",
   "/body/param/attrValueList/0/attrValueName": "metadata.values.0.attrValueName",
   "/body/param/attrValueList/1/attrValueCode": "metadata.values.1.attrValueCode",
   "/body/param/attrValueList/1/attrValueName": "metadata.values.1.attrValueName"
  },
  "answer": {
   "code": "10134011",
   "message": "User has no operation permission",
   "result": null
  }
 },
 {
  "of": "E21",
  "outcome": "success",
  "summary": "Two atoms",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "assetIdList": [
     700001,
     700002
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/assetIdList/0": "atoms.ids.0",
   "/body/param/assetIdList/1": "atoms.ids.1"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "successList": [
     700001,
     700002
    ],
    "failedList": [],
    "successMaterialIdList": [
     700009,
     700010
    ]
   }
  }
 },
 {
  "of": "E21",
  "outcome": "failed-list",
  "summary": "An atom, and an id that no atom has",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "assetIdList": [
     700001,
     999999999
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/assetIdList/0": "atoms.ids.0"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "successList": [
     700001
    ],
    "failedList": [
     999999999
    ],
    "successMaterialIdList": [
     700009
    ]
   }
  }
 },
 {
  "of": "E21",
  "outcome": "known-asset",
  "summary": "The same request, sent again",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "assetIdList": [
     700001,
     700002
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/assetIdList/0": "atoms.ids.0",
   "/body/param/assetIdList/1": "atoms.ids.1"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "successList": [
     700001,
     700002
    ],
    "failedList": [],
    "successMaterialIdList": [
     700009,
     700010
    ]
   }
  }
 },
 {
  "of": "E21",
  "outcome": "missingField",
  "summary": "Without the ids",
  "isInvalid": true,
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {}
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "90020001",
   "message": "param.assetIdList is missing; expected an array",
   "result": null
  }
 },
 {
  "of": "E21",
  "outcome": "noPermission",
  "summary": "By a user whose role does not allow it",
  "headers": {
   "x-open-api-user": "viewer@example.com"
  },
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "assetIdList": [
     700001,
     700002
    ]
   }
  },
  "fixtures": {
   "/headers/x-open-api-user": "users.viewer.email",
   "/body/token": "app.accessToken",
   "/body/param/assetIdList/0": "atoms.ids.0",
   "/body/param/assetIdList/1": "atoms.ids.1"
  },
  "answer": {
   "code": "10134011",
   "message": "User has no operation permission",
   "result": null
  }
 },
 {
  "of": "E22",
  "outcome": "success",
  "summary": "Two assets",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "collectionId": 3001,
    "assetIds": [
     100001,
     100002
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/collectionId": "collections.editable.id",
   "/body/param/assetIds/0": "assets.ids.0",
   "/body/param/assetIds/1": "assets.ids.1"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": true
  }
 },
 {
  "of": "E22",
  "outcome": "known-asset",
  "summary": "The same request, sent again",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "collectionId": 3001,
    "assetIds": [
     100001,
     100002
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/collectionId": "collections.editable.id",
   "/body/param/assetIds/0": "assets.ids.0",
   "/body/param/assetIds/1": "assets.ids.1"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": true
  }
 },
 {
  "of": "E22",
  "outcome": "noPermission",
  "summary": "A collection that the acting user may not add to; the only refusal that the document shows",
  "headers": {
   "x-open-api-user": "viewer@example.com"
  },
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "collectionId": 3002,
    "assetIds": [
     100001,
     100002
    ]
   }
  },
  "fixtures": {
   "/headers/x-open-api-user": "users.viewer.email",
   "/body/token": "app.accessToken",
   "/body/param/collectionId": "collections.forbidden.id",
   "/body/param/assetIds/0": "assets.ids.0",
   "/body/param/assetIds/1": "assets.ids.1"
  },
  "answer": {
   "code": "10134011",
   "message": "User has no operation permission",
   "result": null
  }
 },
 {
  "of": "E22",
  "outcome": "unknownCollection",
  "summary": "A collection that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "collectionId": 999999999,
    "assetIds": [
     100001,
     100002
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/assetIds/0": "assets.ids.0",
   "/body/param/assetIds/1": "assets.ids.1"
  },
  "answer": {
   "code": "90030003",
   "message": "param.collectionId: there is no collection 999999999",
   "result": null
  }
 },
 {
  "of": "E22",
  "outcome": "unknownAsset",
  "summary": "An asset that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "collectionId": 3001,
    "assetIds": [
     999999999
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/collectionId": "collections.editable.id"
  },
  "answer": {
   "code": "90030002",
   "message": "param.assetIds: there is no asset 999999999",
   "result": null
  }
 },
 {
  "of": "E22",
  "outcome": "atomForAsset",
  "summary": "An atom, of which E21 makes an asset",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "collectionId": 3001,
    "assetIds": [
     700003
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/collectionId": "collections.editable.id",
   "/body/param/assetIds/0": "atoms.ids.2"
  },
  "answer": {
   "code": "90030044",
   "message": "param.assetIds: 700003 is an atom, not an asset; call E21 to ingest it",
   "result": null
  }
 },
 {
  "of": "E2",
  "outcome": "success",
  "summary": "A year",
  "body": {
   "param": {
    "createDate": "2025"
   }
  },
  "fixtures": {
   "/body/param/createDate": "social.createDate"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "createDate": "2025",
    "data": [
     {
      "mediaType": "microblog",
      "size": 10,
      "contentList": [
       {
        "title": "Poll: Sea Salt Lemon Cold Brew, hot or cold?",
        "readNum": 79208,
        "createDate": "2025-06-30",
        "statDate": "2025-08-02"
       },
       {
        "title": "感谢十万位朋友选择茉莉渡",
        "readNum": 29324,
        "createDate": "2025-11-18",
        "statDate": "2026-01-06"
       },
       {
        "title": "早安，从松烟小种开始",
        "readNum": 14316,
        "createDate": "2025-12-25",
        "statDate": "2026-02-18"
       },
       {
        "title": "One line about Smoked Pine Souchong",
        "readNum": 10490,
        "createDate": "2025-03-10",
        "statDate": "2025-04-23"
       },
       {
        "title": "汀月中秋礼盒回归，你投票的",
        "readNum": 5678,
        "createDate": "2025-08-14",
        "statDate": "2025-09-13"
       },
       {
        "title": "Poll: Cassia Hollow Black, hot or cold?",
        "readNum": 3531,
        "createDate": "2025-04-15",
        "statDate": "2025-05-22"
       },
       {
        "title": "感谢十万位朋友选择洋甘菊晚安膏",
        "readNum": 3531,
        "createDate": "2025-10-06",
        "statDate": "2025-10-12"
       },
       {
        "title": "桂谷红茶回归，你投票的",
        "readNum": 918,
        "createDate": "2025-01-04",
        "statDate": "2025-02-26"
       },
       {
        "title": "陈皮小青柑回归，你投票的",
        "readNum": 721,
        "createDate": "2025-07-07",
        "statDate": "2025-08-23"
       },
       {
        "title": "早安，从海盐柠檬冷泡开始",
        "readNum": 445,
        "createDate": "2025-05-15",
        "statDate": "2025-07-01"
       }
      ]
     },
     {
      "mediaType": "note",
      "size": 10,
      "contentList": [
       {
        "title": "送礼不踩雷：桂谷红茶",
        "readNum": 118896,
        "createDate": "2025-07-02",
        "statDate": "2025-08-29"
       },
       {
        "title": "松烟小种的三个隐藏用法",
        "readNum": 74672,
        "createDate": "2025-02-05",
        "statDate": "2025-02-24"
       },
       {
        "title": "红灌木护手霜 vs 上一代，区别在哪",
        "readNum": 62422,
        "createDate": "2025-04-26",
        "statDate": "2025-05-07"
       },
       {
        "title": "海盐柠檬冷泡的三个隐藏用法",
        "readNum": 9333,
        "createDate": "2025-04-05",
        "statDate": "2025-04-19"
       },
       {
        "title": "抹茶湾 vs 上一代，区别在哪",
        "readNum": 9333,
        "createDate": "2025-06-12",
        "statDate": "2025-07-23"
       },
       {
        "title": "茉莉渡空罐改造合集",
        "readNum": 9333,
        "createDate": "2025-09-27",
        "statDate": "2025-10-15"
       },
       {
        "title": "我愿称桂谷红茶为年度回购",
        "readNum": 6065,
        "createDate": "2025-08-24",
        "statDate": "2025-09-16"
       },
       {
        "title": "旅行分装清单（含绿茶洁面慕斯）",
        "readNum": 4377,
        "createDate": "2025-11-19",
        "statDate": "2025-12-10"
       },
       {
        "title": "送礼不踩雷：山茶露精华",
        "readNum": 3838,
        "createDate": "2025-12-18",
        "statDate": "2026-01-10"
       },
       {
        "title": "学生党视角测评抹茶湾",
        "readNum": 1583,
        "createDate": "2025-03-11",
        "statDate": "2025-03-26"
       }
      ]
     },
     {
      "mediaType": "official_account",
      "size": 10,
      "contentList": [
       {
        "title": "海盐柠檬冷泡常见问题，一次说清",
        "readNum": 60850,
        "createDate": "2025-07-21",
        "statDate": "2025-08-25"
       },
       {
        "title": "周末读物｜白毫防晒乳与一封没寄出的信",
        "readNum": 27896,
        "createDate": "2025-08-22",
        "statDate": "2025-09-19"
       },
       {
        "title": "开罐有礼｜抹茶湾限时活动",
        "readNum": 9665,
        "createDate": "2025-02-23",
        "statDate": "2025-02-27"
       },
       {
        "title": "Letter from the island: Bailu Moonlight White",
        "readNum": 5480,
        "createDate": "2025-05-06",
        "statDate": "2025-05-26"
       },
       {
        "title": "编辑部评测：抹茶湾的十二种打开方式",
        "readNum": 4849,
        "createDate": "2025-01-14",
        "statDate": "2025-02-27"
       },
       {
        "title": "绿茶洁面慕斯：一罐茶的来处",
        "readNum": 1518,
        "createDate": "2025-12-26",
        "statDate": "2026-01-12"
       },
       {
        "title": "会员日攻略，桂谷红茶怎么买最划算",
        "readNum": 1071,
        "createDate": "2025-04-18",
        "statDate": "2025-05-25"
       },
       {
        "title": "编辑部评测：山茶露精华的十二种打开方式",
        "readNum": 1071,
        "createDate": "2025-09-13",
        "statDate": "2025-11-09"
       },
       {
        "title": "会员日攻略，红灌木护手霜怎么买最划算",
        "readNum": 1061,
        "createDate": "2025-10-31",
        "statDate": "2025-11-17"
       },
       {
        "title": "产地直击｜雾岭乌龙的幕后一天",
        "readNum": 342,
        "createDate": "2025-06-12",
        "statDate": "2025-08-09"
       }
      ]
     },
     {
      "mediaType": "short_video",
      "size": 10,
      "contentList": [
       {
        "title": "Three mistakes with Smoked Pine Souchong",
        "readNum": 56979,
        "createDate": "2025-02-12",
        "statDate": "2025-02-22"
       },
       {
        "title": "挑战｜闭眼认出白毫防晒乳",
        "readNum": 46664,
        "createDate": "2025-12-09",
        "statDate": "2026-01-29"
       },
       {
        "title": "把白露月光白带去爬山会怎样",
        "readNum": 23609,
        "createDate": "2025-01-07",
        "statDate": "2025-01-10"
       },
       {
        "title": "15 秒看懂绿茶洁面慕斯",
        "readNum": 19650,
        "createDate": "2025-10-31",
        "statDate": "2025-12-14"
       },
       {
        "title": "POV: your first Camellia Dew Serum",
        "readNum": 10691,
        "createDate": "2025-05-18",
        "statDate": "2025-06-01"
       },
       {
        "title": "白毫防晒乳开箱，声音开大",
        "readNum": 2754,
        "createDate": "2025-04-05",
        "statDate": "2025-05-07"
       },
       {
        "title": "Cassia Hollow Black, start to finish",
        "readNum": 2754,
        "createDate": "2025-10-06",
        "statDate": "2025-11-22"
       },
       {
        "title": "15 秒看懂白露月光白",
        "readNum": 2753,
        "createDate": "2025-08-02",
        "statDate": "2025-09-21"
       },
       {
        "title": "直播回放：洋甘菊晚安膏专场",
        "readNum": 885,
        "createDate": "2025-06-25",
        "statDate": "2025-07-20"
       },
       {
        "title": "红灌木护手霜开箱，声音开大",
        "readNum": 768,
        "createDate": "2025-08-13",
        "statDate": "2025-08-20"
       }
      ]
     }
    ]
   }
  }
 },
 {
  "of": "E2",
  "outcome": "empty-list",
  "summary": "A year without posts",
  "body": {
   "param": {
    "createDate": "1999"
   }
  },
  "fixtures": {},
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "createDate": "1999",
    "data": []
   }
  }
 },
 {
  "of": "E2",
  "outcome": "wrongFormat",
  "summary": "A year of two digits",
  "body": {
   "param": {
    "createDate": "25"
   }
  },
  "fixtures": {},
  "answer": {
   "code": "90020006",
   "message": "param.createDate must be a year of four digits, got \"25\"",
   "result": null
  }
 },
 {
  "of": "E2",
  "outcome": "missingField",
  "summary": "Without the year",
  "isInvalid": true,
  "body": {
   "param": {}
  },
  "fixtures": {},
  "answer": {
   "code": "90020001",
   "message": "param.createDate is missing; expected a string",
   "result": null
  }
 },
 {
  "of": "E3",
  "outcome": "success",
  "summary": "One record",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "trackList": [
     {
      "tenant_id": "1",
      "client_id": "client",
      "event_type_code": "Portal_Content_Share",
      "event_time": "2026-03-04 05:06:07.089",
      "event_properties": {
       "data_source": "external_sdk",
       "block_id": 601,
       "portal_id": "E14B6B737BEBC077AD867A8D1FAAB8A9",
       "asset_id": 100001,
       "content_id": 80001
      },
      "platform": "web",
      "visitor_id": "v=1; path=/",
      "user_id": "1001",
      "distinct_id": "1001",
      "sdk_info": "1.0.0",
      "os": "macOS",
      "os_version": "15",
      "user_agent": "Mozilla/5.0",
      "browser": "Firefox",
      "browser_version": "140",
      "device_id": "",
      "window_width": 1280,
      "window_height": 720,
      "resolution": "1280*720",
      "timezone": "Asia/Shanghai",
      "language": "zh-CN",
      "preferred_locale": "zh-CN",
      "cur_url": "https://portal.example/content/1",
      "url_from": "",
      "session": "s-1"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/trackList/0/event_properties/block_id": "portal.blockId",
   "/body/param/trackList/0/event_properties/portal_id": "portal.code",
   "/body/param/trackList/0/event_properties/asset_id": "assets.ids.0",
   "/body/param/trackList/0/event_properties/content_id": "portal.contentId"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": true
  }
 },
 {
  "of": "E3",
  "outcome": "wrongFormat",
  "summary": "A time without milliseconds",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "trackList": [
     {
      "tenant_id": "1",
      "client_id": "client",
      "event_type_code": "Portal_Content_Share",
      "event_time": "2026-03-04 05:06:07",
      "event_properties": {
       "data_source": "external_sdk",
       "block_id": 601,
       "portal_id": "E14B6B737BEBC077AD867A8D1FAAB8A9",
       "asset_id": 100001,
       "content_id": 80001
      },
      "platform": "web",
      "visitor_id": "v=1; path=/",
      "user_id": "1001",
      "distinct_id": "1001",
      "sdk_info": "1.0.0",
      "os": "macOS",
      "os_version": "15",
      "user_agent": "Mozilla/5.0",
      "browser": "Firefox",
      "browser_version": "140",
      "device_id": "",
      "window_width": 1280,
      "window_height": 720,
      "resolution": "1280*720",
      "timezone": "Asia/Shanghai",
      "language": "zh-CN",
      "preferred_locale": "zh-CN",
      "cur_url": "https://portal.example/content/1",
      "url_from": "",
      "session": "s-1"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/trackList/0/event_properties/block_id": "portal.blockId",
   "/body/param/trackList/0/event_properties/portal_id": "portal.code",
   "/body/param/trackList/0/event_properties/asset_id": "assets.ids.0",
   "/body/param/trackList/0/event_properties/content_id": "portal.contentId"
  },
  "answer": {
   "code": "90020006",
   "message": "param.trackList[0].event_time must be a time as YYYY-MM-DD HH:mm:ss.SSS, got \"2026-03-04 05:06:07\"",
   "result": null
  }
 },
 {
  "of": "E3",
  "outcome": "outOfRange",
  "summary": "A number that JavaScript does not hold exactly",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "trackList": [
     {
      "tenant_id": "1",
      "client_id": "client",
      "event_type_code": "Portal_Content_Share",
      "event_time": "2026-03-04 05:06:07.089",
      "event_properties": {
       "amount": 100000000000000000000
      },
      "platform": "web",
      "visitor_id": "v=1; path=/",
      "user_id": "1001",
      "distinct_id": "1001",
      "sdk_info": "1.0.0",
      "os": "macOS",
      "os_version": "15",
      "user_agent": "Mozilla/5.0",
      "browser": "Firefox",
      "browser_version": "140",
      "device_id": "",
      "window_width": 1280,
      "window_height": 720,
      "resolution": "1280*720",
      "timezone": "Asia/Shanghai",
      "language": "zh-CN",
      "preferred_locale": "zh-CN",
      "cur_url": "https://portal.example/content/1",
      "url_from": "",
      "session": "s-1"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken"
  },
  "answer": {
   "code": "90020003",
   "message": "param.trackList[0] must have no number beyond 9007199254740991",
   "result": null
  }
 },
 {
  "of": "E3",
  "outcome": "missingField",
  "summary": "A record without its event",
  "isInvalid": true,
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "trackList": [
     {
      "tenant_id": "1",
      "client_id": "client",
      "event_time": "2026-03-04 05:06:07.089",
      "event_properties": {
       "data_source": "external_sdk",
       "block_id": 601,
       "portal_id": "E14B6B737BEBC077AD867A8D1FAAB8A9",
       "asset_id": 100001,
       "content_id": 80001
      },
      "platform": "web",
      "visitor_id": "v=1; path=/",
      "user_id": "1001",
      "distinct_id": "1001",
      "sdk_info": "1.0.0",
      "os": "macOS",
      "os_version": "15",
      "user_agent": "Mozilla/5.0",
      "browser": "Firefox",
      "browser_version": "140",
      "device_id": "",
      "window_width": 1280,
      "window_height": 720,
      "resolution": "1280*720",
      "timezone": "Asia/Shanghai",
      "language": "zh-CN",
      "preferred_locale": "zh-CN",
      "cur_url": "https://portal.example/content/1",
      "url_from": "",
      "session": "s-1"
     }
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/trackList/0/event_properties/block_id": "portal.blockId",
   "/body/param/trackList/0/event_properties/portal_id": "portal.code",
   "/body/param/trackList/0/event_properties/asset_id": "assets.ids.0",
   "/body/param/trackList/0/event_properties/content_id": "portal.contentId"
  },
  "answer": {
   "code": "90020001",
   "message": "param.trackList[0].event_type_code is missing; expected a string",
   "result": null
  }
 },
 {
  "of": "E6",
  "outcome": "success",
  "summary": "One content on a page",
  "body": {
   "blockId": 601,
   "pageNum": 1,
   "pageSize": 1,
   "searchText": "",
   "filterConditionList": [
    {
     "type": 1,
     "code": "tags",
     "value": [
      "新品"
     ]
    }
   ],
   "pictureParam": {
    "width": 300,
    "high": 200
   }
  },
  "fixtures": {
   "/body/blockId": "portal.blockId",
   "/body/filterConditionList/0/value/0": "portal.tag"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "pageNum": 1,
    "pageSize": 1,
    "totalCount": 17,
    "totalPage": 17,
    "records": [
     {
      "id": 80015,
      "portalId": "E14B6B737BEBC077AD867A8D1FAAB8A9",
      "blockId": 601,
      "coreId": 100249,
      "name": "认识松烟小种",
      "metadataInfo": {
       "CUSTOMER_PORTAL_PUBLISH_TIME": 1791533540626,
       "0a18976c54edfee978a8066240f357f1": [
        "Tessaline Tea 汀屿茶"
       ],
       "19d7ab01a804f3ee9325bd3be0e4f14f": [
        "官方商城 Own Shop"
       ],
       "5e5b914469537674af99d6c8a47cc774": [
        "红茶 Black"
       ]
      },
      "coverPicture": "http://127.0.0.1:4022/_files/00000000/contents/80015/cover/300x200?expires=1793494800000&signature=<SIGNATURE>"
     }
    ]
   }
  }
 },
 {
  "of": "E6",
  "outcome": "empty-list",
  "summary": "No content has the text",
  "body": {
   "blockId": 601,
   "pageNum": 1,
   "pageSize": 20,
   "searchText": "no such text",
   "filterConditionList": [
    {
     "type": 1,
     "code": "tags",
     "value": [
      "新品"
     ]
    }
   ],
   "pictureParam": {
    "width": 300,
    "high": 200
   }
  },
  "fixtures": {
   "/body/blockId": "portal.blockId",
   "/body/filterConditionList/0/value/0": "portal.tag"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "pageNum": 1,
    "pageSize": 20,
    "totalCount": 0,
    "totalPage": 0,
    "records": []
   }
  }
 },
 {
  "of": "E6",
  "outcome": "further-page",
  "summary": "The second page",
  "body": {
   "blockId": 601,
   "pageNum": 2,
   "pageSize": 1,
   "searchText": "",
   "filterConditionList": [
    {
     "type": 1,
     "code": "tags",
     "value": [
      "新品"
     ]
    }
   ],
   "pictureParam": {
    "width": 300,
    "high": 200
   }
  },
  "fixtures": {
   "/body/blockId": "portal.blockId",
   "/body/filterConditionList/0/value/0": "portal.tag"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "pageNum": 2,
    "pageSize": 1,
    "totalCount": 17,
    "totalPage": 17,
    "records": [
     {
      "id": 80013,
      "portalId": "E14B6B737BEBC077AD867A8D1FAAB8A9",
      "blockId": 601,
      "coreId": 100024,
      "name": "抹茶湾｜新品上架",
      "metadataInfo": {
       "CUSTOMER_PORTAL_PUBLISH_TIME": 1787999563552,
       "19d7ab01a804f3ee9325bd3be0e4f14f": [
        "官方商城 Own Shop"
       ]
      },
      "coverPicture": "http://127.0.0.1:4022/_files/00000000/contents/80013/cover/300x200?expires=1793494800000&signature=<SIGNATURE>"
     }
    ]
   }
  }
 },
 {
  "of": "E6",
  "outcome": "unknownBlock",
  "summary": "A block that does not exist",
  "body": {
   "blockId": 999999999,
   "pageNum": 1,
   "pageSize": 20,
   "searchText": "",
   "filterConditionList": [
    {
     "type": 1,
     "code": "tags",
     "value": [
      "新品"
     ]
    }
   ],
   "pictureParam": {
    "width": 300,
    "high": 200
   }
  },
  "fixtures": {
   "/body/filterConditionList/0/value/0": "portal.tag"
  },
  "answer": {
   "code": "90030009",
   "message": "blockId: there is no block 999999999",
   "result": null
  }
 },
 {
  "of": "E6",
  "outcome": "missingField",
  "summary": "Without the block",
  "isInvalid": true,
  "body": {
   "pageNum": 1,
   "pageSize": 20,
   "searchText": "",
   "filterConditionList": [
    {
     "type": 1,
     "code": "tags",
     "value": [
      "新品"
     ]
    }
   ],
   "pictureParam": {
    "width": 300,
    "high": 200
   }
  },
  "fixtures": {
   "/body/filterConditionList/0/value/0": "portal.tag"
  },
  "answer": {
   "code": "90020001",
   "message": "blockId is missing; expected an integer",
   "result": null
  }
 },
 {
  "of": "E7",
  "outcome": "success",
  "summary": "Two members",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "source": "CDP_CROWD_PACK",
    "corpId": "ww218c5ade1b03b891",
    "crowdPackId": 2101,
    "crowdList": [
     {
      "crowdUniqueSign": "sign-1"
     },
     {
      "crowdUniqueSign": "sign-2"
     }
    ],
    "selfAgent": 0,
    "completeStatus": true
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/source": "crowdPack.source",
   "/body/param/corpId": "crowdPack.corpId",
   "/body/param/crowdPackId": "crowdPack.id"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "code": "0",
    "message": "success",
    "result": true,
    "traceId": "795333cbb602a16e3a6a048b99ea3e18"
   }
  }
 },
 {
  "of": "E7",
  "outcome": "known-member",
  "summary": "The same request, sent again",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "source": "CDP_CROWD_PACK",
    "corpId": "ww218c5ade1b03b891",
    "crowdPackId": 2101,
    "crowdList": [
     {
      "crowdUniqueSign": "sign-1"
     },
     {
      "crowdUniqueSign": "sign-2"
     }
    ],
    "selfAgent": 0,
    "completeStatus": true
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/source": "crowdPack.source",
   "/body/param/corpId": "crowdPack.corpId",
   "/body/param/crowdPackId": "crowdPack.id"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "code": "0",
    "message": "success",
    "result": true,
    "traceId": "ff3a60501186c7d6addf73d5e1e23cf1"
   }
  }
 },
 {
  "of": "E7",
  "outcome": "unknownCrowdPack",
  "summary": "A pack that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "source": "CDP_CROWD_PACK",
    "corpId": "ww218c5ade1b03b891",
    "crowdPackId": 999999999,
    "crowdList": [
     {
      "crowdUniqueSign": "sign-1"
     },
     {
      "crowdUniqueSign": "sign-2"
     }
    ],
    "selfAgent": 0,
    "completeStatus": true
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/source": "crowdPack.source",
   "/body/param/corpId": "crowdPack.corpId"
  },
  "answer": {
   "code": "90030007",
   "message": "param.crowdPackId: there is no crowd pack 999999999 of corpId \"ww218c5ade1b03b891\" and source \"CDP_CROWD_PACK\"",
   "result": null
  }
 },
 {
  "of": "E7",
  "outcome": "noPermission",
  "summary": "By a user whose role does not allow it",
  "headers": {
   "x-open-api-user": "viewer@example.com"
  },
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "source": "CDP_CROWD_PACK",
    "corpId": "ww218c5ade1b03b891",
    "crowdPackId": 2101,
    "crowdList": [
     {
      "crowdUniqueSign": "sign-1"
     },
     {
      "crowdUniqueSign": "sign-2"
     }
    ],
    "selfAgent": 0,
    "completeStatus": true
   }
  },
  "fixtures": {
   "/headers/x-open-api-user": "users.viewer.email",
   "/body/token": "app.accessToken",
   "/body/param/source": "crowdPack.source",
   "/body/param/corpId": "crowdPack.corpId",
   "/body/param/crowdPackId": "crowdPack.id"
  },
  "answer": {
   "code": "10134011",
   "message": "User has no operation permission",
   "result": null
  }
 },
 {
  "of": "E8",
  "outcome": "success",
  "summary": "Two users",
  "body": {
   "param": {
    "userIds": [
     1001,
     1003
    ]
   }
  },
  "fixtures": {
   "/body/param/userIds/0": "users.owner.id",
   "/body/param/userIds/1": "users.viewer.id"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": [
    {
     "id": 1001,
     "email": "owner@example.com",
     "isExistPhone": true,
     "nickname": "顾知微 Gu Zhiwei",
     "deptId": 10,
     "deptName": "Tessaline Group 汀屿集团",
     "dimensionItemInfoLit": [
      {
       "id": 40,
       "name": "Greater China 大中华区"
      },
      {
       "id": 41,
       "name": "Southeast Asia 东南亚"
      }
     ],
     "avatar": "http://127.0.0.1:4022/_files/00000000/avatars/1001?expires=1793494800000&signature=<SIGNATURE>",
     "verifyEmail": 1,
     "uid": "4de82c45b804d759b10fceb5c5204c57",
     "status": 1,
     "logoutStatus": 0,
     "userType": 1,
     "createTime": 1583115120000,
     "roleList": null,
     "lineManagerUserId": null
    },
    {
     "id": 1003,
     "email": "viewer@example.com",
     "isExistPhone": false,
     "nickname": "刘蔚宁 Vivian",
     "deptId": 11,
     "deptName": "Retail Partners 零售合作伙伴",
     "dimensionItemInfoLit": [
      {
       "id": 41,
       "name": "Southeast Asia 东南亚"
      }
     ],
     "avatar": "http://127.0.0.1:4022/_files/00000000/avatars/1003?expires=1793494800000&signature=<SIGNATURE>",
     "verifyEmail": 1,
     "uid": "ef469edcd3d0d00f71ba16e51d2e7f1e",
     "status": 1,
     "logoutStatus": 0,
     "userType": 2,
     "createTime": 1613973900000,
     "roleList": null,
     "lineManagerUserId": null
    }
   ]
  }
 },
 {
  "of": "E8",
  "outcome": "left-out",
  "summary": "Only a user that does not exist",
  "body": {
   "param": {
    "userIds": [
     999999999
    ]
   }
  },
  "fixtures": {},
  "answer": {
   "code": "0",
   "message": "success",
   "result": []
  }
 },
 {
  "of": "E8",
  "outcome": "tooMany",
  "summary": "101 ids; larger sets are split into batches",
  "isInvalid": true,
  "body": {
   "param": {
    "userIds": [
     1,
     2,
     3,
     4,
     5,
     6,
     7,
     8,
     9,
     10,
     11,
     12,
     13,
     14,
     15,
     16,
     17,
     18,
     19,
     20,
     21,
     22,
     23,
     24,
     25,
     26,
     27,
     28,
     29,
     30,
     31,
     32,
     33,
     34,
     35,
     36,
     37,
     38,
     39,
     40,
     41,
     42,
     43,
     44,
     45,
     46,
     47,
     48,
     49,
     50,
     51,
     52,
     53,
     54,
     55,
     56,
     57,
     58,
     59,
     60,
     61,
     62,
     63,
     64,
     65,
     66,
     67,
     68,
     69,
     70,
     71,
     72,
     73,
     74,
     75,
     76,
     77,
     78,
     79,
     80,
     81,
     82,
     83,
     84,
     85,
     86,
     87,
     88,
     89,
     90,
     91,
     92,
     93,
     94,
     95,
     96,
     97,
     98,
     99,
     100,
     101
    ]
   }
  },
  "fixtures": {},
  "answer": {
   "code": "90020005",
   "message": "param.userIds has 101 elements; at most 100 are allowed, split larger sets into batches",
   "result": null
  }
 },
 {
  "of": "E8",
  "outcome": "missingField",
  "summary": "Without the ids",
  "isInvalid": true,
  "body": {
   "param": {}
  },
  "fixtures": {},
  "answer": {
   "code": "90020001",
   "message": "param.userIds is missing; expected an array",
   "result": null
  }
 },
 {
  "of": "E10",
  "outcome": "success",
  "summary": "All members",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "source": "CDP_CROWD_PACK",
    "corpId": "ww218c5ade1b03b891",
    "crowdPackId": 2101,
    "selfAgent": 0
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/source": "crowdPack.source",
   "/body/param/corpId": "crowdPack.corpId",
   "/body/param/crowdPackId": "crowdPack.id"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "code": "0",
    "message": "success",
    "result": [
     {
      "id": 1000001,
      "crowdUniqueSign": "c48c49262d61f686b1d3896014c35970"
     },
     {
      "id": 1000002,
      "crowdUniqueSign": "c99d434e694cfbf2c27b35c53092ce97"
     },
     {
      "id": 1000003,
      "crowdUniqueSign": "21d4f983f71e11fea7c3132ad33df73f"
     },
     {
      "id": 1000004,
      "crowdUniqueSign": "1815b636b9c9fb6c89d8045b9a5af80a"
     },
     {
      "id": 1000005,
      "crowdUniqueSign": "cd7b859a73e6b7eef9d921f737d8274a"
     }
    ],
    "traceId": "795333cbb602a16e3a6a048b99ea3e18"
   }
  }
 },
 {
  "of": "E10",
  "outcome": "unknownCrowdPack",
  "summary": "A pack that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "source": "CDP_CROWD_PACK",
    "corpId": "ww218c5ade1b03b891",
    "crowdPackId": 999999999,
    "selfAgent": 0
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/source": "crowdPack.source",
   "/body/param/corpId": "crowdPack.corpId"
  },
  "answer": {
   "code": "90030007",
   "message": "param.crowdPackId: there is no crowd pack 999999999 of corpId \"ww218c5ade1b03b891\" and source \"CDP_CROWD_PACK\"",
   "result": null
  }
 },
 {
  "of": "E10",
  "outcome": "missingField",
  "summary": "Without the corporation",
  "isInvalid": true,
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "source": "CDP_CROWD_PACK",
    "crowdPackId": 2101,
    "selfAgent": 0
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/source": "crowdPack.source",
   "/body/param/crowdPackId": "crowdPack.id"
  },
  "answer": {
   "code": "90020001",
   "message": "param.corpId is missing; expected a string",
   "result": null
  }
 },
 {
  "of": "E11",
  "outcome": "success",
  "summary": "One content",
  "body": {
   "id": 80001,
   "pictureParam": {
    "width": 300,
    "high": 200
   }
  },
  "fixtures": {
   "/body/id": "portal.contentId"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "id": 80001,
    "portalId": "E14B6B737BEBC077AD867A8D1FAAB8A9",
    "blockId": 601,
    "coreId": 100001,
    "name": "雾岭乌龙｜新品上架",
    "metadataInfo": {
     "CUSTOMER_PORTAL_PUBLISH_TIME": 1775559525259,
     "0a18976c54edfee978a8066240f357f1": [
      "Tessaline Tea 汀屿茶"
     ],
     "19d7ab01a804f3ee9325bd3be0e4f14f": [
      "官方商城 Own Shop"
     ],
     "5e5b914469537674af99d6c8a47cc774": [
      "乌龙 Oolong"
     ]
    },
    "coverPicture": "http://127.0.0.1:4022/_files/00000000/contents/80001/cover/300x200?expires=1793494800000&signature=<SIGNATURE>",
    "contentText": "海拔一千二百米的清晨，雾气替茶叶挡住了太急的阳光。兰花香在前，回甘在后，第四泡最好。",
    "detailPictures": [
     "http://127.0.0.1:4022/_files/00000000/resources/500001/preview/300x200?expires=1793494800000&signature=<SIGNATURE>"
    ],
    "publishTime": 1775559525259,
    "buttonName": "立即选购",
    "buttonLinkUrl": "https://shop.tessaline.example/zh/products/oolong"
   }
  }
 },
 {
  "of": "E11",
  "outcome": "unknownContent",
  "summary": "A content that does not exist",
  "body": {
   "id": 999999999,
   "pictureParam": {
    "width": 300,
    "high": 200
   }
  },
  "fixtures": {},
  "answer": {
   "code": "90030010",
   "message": "id: there is no content 999999999",
   "result": null
  }
 },
 {
  "of": "E11",
  "outcome": "missingField",
  "summary": "Without the id",
  "isInvalid": true,
  "body": {
   "pictureParam": {
    "width": 300,
    "high": 200
   }
  },
  "fixtures": {},
  "answer": {
   "code": "90020001",
   "message": "id is missing; expected an integer",
   "result": null
  }
 },
 {
  "of": "E12",
  "outcome": "success",
  "summary": "One receiver, now",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "users": [
     "editor@example.com"
    ],
    "templateCode": "MATERIAL_SHARED_WITH_YOU",
    "content": {
     "htmlContent": "<p>Hello</p>"
    },
    "url": "/library/assets",
    "modelCode": "MATERIAL"
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/users/0": "users.editor.email",
   "/body/param/templateCode": "notification.templateCode",
   "/body/param/modelCode": "notification.modelCode"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": true
  }
 },
 {
  "of": "E12",
  "outcome": "later-notification",
  "summary": "One receiver, at a later time",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "users": [
     "editor@example.com"
    ],
    "templateCode": "MATERIAL_SHARED_WITH_YOU",
    "sendTime": 1893456000000,
    "content": {
     "htmlContent": "<p>Hello</p>"
    },
    "url": "/library/assets",
    "modelCode": "MATERIAL"
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/users/0": "users.editor.email",
   "/body/param/templateCode": "notification.templateCode",
   "/body/param/modelCode": "notification.modelCode"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": true
  }
 },
 {
  "of": "E12",
  "outcome": "unknownUser",
  "summary": "A receiver that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "users": [
     "nobody@example.com"
    ],
    "templateCode": "MATERIAL_SHARED_WITH_YOU",
    "sendTime": 1767225600000,
    "content": {
     "htmlContent": "<p>Hello</p>"
    },
    "url": "/library/assets",
    "modelCode": "MATERIAL"
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/templateCode": "notification.templateCode",
   "/body/param/modelCode": "notification.modelCode"
  },
  "answer": {
   "code": "90030001",
   "message": "param.users: there is no user \"nobody@example.com\"",
   "result": null
  }
 },
 {
  "of": "E12",
  "outcome": "noPermission",
  "summary": "By a user whose role does not allow it",
  "headers": {
   "x-open-api-user": "viewer@example.com"
  },
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "users": [
     "editor@example.com"
    ],
    "templateCode": "MATERIAL_SHARED_WITH_YOU",
    "sendTime": 1767225600000,
    "content": {
     "htmlContent": "<p>Hello</p>"
    },
    "url": "/library/assets",
    "modelCode": "MATERIAL"
   }
  },
  "fixtures": {
   "/headers/x-open-api-user": "users.viewer.email",
   "/body/token": "app.accessToken",
   "/body/param/users/0": "users.editor.email",
   "/body/param/templateCode": "notification.templateCode",
   "/body/param/modelCode": "notification.modelCode"
  },
  "answer": {
   "code": "10134011",
   "message": "User has no operation permission",
   "result": null
  }
 },
 {
  "of": "E14",
  "outcome": "success",
  "summary": "A department, a dimension and a user",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "portalId": 51,
    "authType": 1,
    "userId": 1001,
    "deptIdList": [
     10
    ],
    "dimensionIdList": [
     40
    ],
    "userIdList": [
     1003
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/portalId": "portal.id",
   "/body/param/authType": "portal.authType",
   "/body/param/userId": "users.owner.id",
   "/body/param/deptIdList/0": "departments.ids.0",
   "/body/param/dimensionIdList/0": "dimensions.ids.0",
   "/body/param/userIdList/0": "users.viewer.id"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": true
  }
 },
 {
  "of": "E14",
  "outcome": "known-collaborator",
  "summary": "The same request, sent again",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "portalId": 51,
    "authType": 1,
    "userId": 1001,
    "deptIdList": [
     10
    ],
    "dimensionIdList": [
     40
    ],
    "userIdList": [
     1003
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/portalId": "portal.id",
   "/body/param/authType": "portal.authType",
   "/body/param/userId": "users.owner.id",
   "/body/param/deptIdList/0": "departments.ids.0",
   "/body/param/dimensionIdList/0": "dimensions.ids.0",
   "/body/param/userIdList/0": "users.viewer.id"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": true
  }
 },
 {
  "of": "E14",
  "outcome": "unknownPortal",
  "summary": "A portal that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "portalId": 999999999,
    "authType": 1,
    "userId": 1001,
    "deptIdList": [
     10
    ],
    "dimensionIdList": [
     40
    ],
    "userIdList": [
     1003
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/authType": "portal.authType",
   "/body/param/userId": "users.owner.id",
   "/body/param/deptIdList/0": "departments.ids.0",
   "/body/param/dimensionIdList/0": "dimensions.ids.0",
   "/body/param/userIdList/0": "users.viewer.id"
  },
  "answer": {
   "code": "90030008",
   "message": "param.portalId: there is no portal 999999999",
   "result": null
  }
 },
 {
  "of": "E14",
  "outcome": "unknownUser",
  "summary": "A user that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "portalId": 51,
    "authType": 1,
    "userId": 1001,
    "deptIdList": [
     10
    ],
    "dimensionIdList": [
     40
    ],
    "userIdList": [
     999999999
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/portalId": "portal.id",
   "/body/param/authType": "portal.authType",
   "/body/param/userId": "users.owner.id",
   "/body/param/deptIdList/0": "departments.ids.0",
   "/body/param/dimensionIdList/0": "dimensions.ids.0"
  },
  "answer": {
   "code": "90030001",
   "message": "param.userIdList: there is no user 999999999",
   "result": null
  }
 },
 {
  "of": "E14",
  "outcome": "unknownDepartment",
  "summary": "A department that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "portalId": 51,
    "authType": 1,
    "userId": 1001,
    "deptIdList": [
     999999999
    ],
    "dimensionIdList": [
     40
    ],
    "userIdList": [
     1003
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/portalId": "portal.id",
   "/body/param/authType": "portal.authType",
   "/body/param/userId": "users.owner.id",
   "/body/param/dimensionIdList/0": "dimensions.ids.0",
   "/body/param/userIdList/0": "users.viewer.id"
  },
  "answer": {
   "code": "90030004",
   "message": "param.deptIdList: there is no department 999999999",
   "result": null
  }
 },
 {
  "of": "E14",
  "outcome": "unknownDimension",
  "summary": "A dimension that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "portalId": 51,
    "authType": 1,
    "userId": 1001,
    "deptIdList": [
     10
    ],
    "dimensionIdList": [
     999999999
    ],
    "userIdList": [
     1003
    ]
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/portalId": "portal.id",
   "/body/param/authType": "portal.authType",
   "/body/param/userId": "users.owner.id",
   "/body/param/deptIdList/0": "departments.ids.0",
   "/body/param/userIdList/0": "users.viewer.id"
  },
  "answer": {
   "code": "90030005",
   "message": "param.dimensionIdList: there is no dimension 999999999",
   "result": null
  }
 },
 {
  "of": "E14",
  "outcome": "noPermission",
  "summary": "By a user whose role does not allow it",
  "headers": {
   "x-open-api-user": "viewer@example.com"
  },
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "portalId": 51,
    "authType": 1,
    "userId": 1001,
    "deptIdList": [
     10
    ],
    "dimensionIdList": [
     40
    ],
    "userIdList": [
     1003
    ]
   }
  },
  "fixtures": {
   "/headers/x-open-api-user": "users.viewer.email",
   "/body/token": "app.accessToken",
   "/body/param/portalId": "portal.id",
   "/body/param/authType": "portal.authType",
   "/body/param/userId": "users.owner.id",
   "/body/param/deptIdList/0": "departments.ids.0",
   "/body/param/dimensionIdList/0": "dimensions.ids.0",
   "/body/param/userIdList/0": "users.viewer.id"
  },
  "answer": {
   "code": "10134011",
   "message": "User has no operation permission",
   "result": null
  }
 },
 {
  "of": "E15",
  "outcome": "success",
  "summary": "A later release",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "creativeId": 5501,
    "planId": 3301,
    "contentGroupId": 4401,
    "contentType": "GROUP_MESSAGE",
    "releaseTime": "2026-12-24 18:00:00",
    "remark": "before the holidays"
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/creativeId": "creative.creativeId",
   "/body/param/planId": "creative.planId",
   "/body/param/contentGroupId": "creative.contentGroupId"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {}
  }
 },
 {
  "of": "E15",
  "outcome": "past-release",
  "summary": "A release in the past",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "creativeId": 5501,
    "planId": 3301,
    "contentGroupId": 4401,
    "contentType": "GROUP_MESSAGE",
    "releaseTime": "2026-01-15 10:00:00",
    "remark": "before the holidays"
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/creativeId": "creative.creativeId",
   "/body/param/planId": "creative.planId",
   "/body/param/contentGroupId": "creative.contentGroupId"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {}
  }
 },
 {
  "of": "E15",
  "outcome": "wrongFormat",
  "summary": "A date without a time",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "creativeId": 5501,
    "planId": 3301,
    "contentGroupId": 4401,
    "contentType": "GROUP_MESSAGE",
    "releaseTime": "2026-12-24",
    "remark": "before the holidays"
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/creativeId": "creative.creativeId",
   "/body/param/planId": "creative.planId",
   "/body/param/contentGroupId": "creative.contentGroupId"
  },
  "answer": {
   "code": "90020006",
   "message": "param.releaseTime must be a time as YYYY-MM-DD HH:mm:ss, got \"2026-12-24\"",
   "result": null
  }
 },
 {
  "of": "E15",
  "outcome": "unknownMarketingTask",
  "summary": "A task that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "creativeId": 999999999,
    "planId": 3301,
    "contentGroupId": 4401,
    "contentType": "GROUP_MESSAGE",
    "releaseTime": "2026-12-24 18:00:00",
    "remark": "before the holidays"
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/planId": "creative.planId",
   "/body/param/contentGroupId": "creative.contentGroupId"
  },
  "answer": {
   "code": "90030011",
   "message": "param.creativeId: there is no marketing task 999999999",
   "result": null
  }
 },
 {
  "of": "E15",
  "outcome": "unknownMarketingPlan",
  "summary": "A plan that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "creativeId": 5501,
    "planId": 999999999,
    "contentGroupId": 4401,
    "contentType": "GROUP_MESSAGE",
    "releaseTime": "2026-12-24 18:00:00",
    "remark": "before the holidays"
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/creativeId": "creative.creativeId",
   "/body/param/contentGroupId": "creative.contentGroupId"
  },
  "answer": {
   "code": "90030012",
   "message": "param.planId: there is no marketing plan 999999999",
   "result": null
  }
 },
 {
  "of": "E15",
  "outcome": "unknownContentGroup",
  "summary": "A content group that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "creativeId": 5501,
    "planId": 3301,
    "contentGroupId": 999999999,
    "contentType": "GROUP_MESSAGE",
    "releaseTime": "2026-12-24 18:00:00",
    "remark": "before the holidays"
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/creativeId": "creative.creativeId",
   "/body/param/planId": "creative.planId"
  },
  "answer": {
   "code": "90030013",
   "message": "param.contentGroupId: there is no content group 999999999",
   "result": null
  }
 },
 {
  "of": "E15",
  "outcome": "noPermission",
  "summary": "By a user whose role does not allow it",
  "headers": {
   "x-open-api-user": "viewer@example.com"
  },
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "creativeId": 5501,
    "planId": 3301,
    "contentGroupId": 4401,
    "contentType": "GROUP_MESSAGE",
    "releaseTime": "2026-12-24 18:00:00",
    "remark": "before the holidays"
   }
  },
  "fixtures": {
   "/headers/x-open-api-user": "users.viewer.email",
   "/body/token": "app.accessToken",
   "/body/param/creativeId": "creative.creativeId",
   "/body/param/planId": "creative.planId",
   "/body/param/contentGroupId": "creative.contentGroupId"
  },
  "answer": {
   "code": "10134011",
   "message": "User has no operation permission",
   "result": null
  }
 },
 {
  "of": "E18",
  "outcome": "success",
  "summary": "A pack",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "corpId": "ww218c5ade1b03b891",
    "id": 2101,
    "source": "CDP_CROWD_PACK"
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/corpId": "crowdPack.corpId",
   "/body/param/id": "crowdPack.id",
   "/body/param/source": "crowdPack.source"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "code": "0",
    "message": "success",
    "result": true,
    "traceId": "795333cbb602a16e3a6a048b99ea3e18"
   }
  }
 },
 {
  "of": "E18",
  "outcome": "unknownCrowdPack",
  "summary": "A pack that does not exist",
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "corpId": "ww218c5ade1b03b891",
    "id": 999999999,
    "source": "CDP_CROWD_PACK"
   }
  },
  "fixtures": {
   "/body/token": "app.accessToken",
   "/body/param/corpId": "crowdPack.corpId",
   "/body/param/source": "crowdPack.source"
  },
  "answer": {
   "code": "90030007",
   "message": "param.id: there is no crowd pack 999999999 of corpId \"ww218c5ade1b03b891\" and source \"CDP_CROWD_PACK\"",
   "result": null
  }
 },
 {
  "of": "E18",
  "outcome": "noPermission",
  "summary": "By a user whose role does not allow it",
  "headers": {
   "x-open-api-user": "viewer@example.com"
  },
  "body": {
   "token": "<ACCESS_TOKEN>",
   "param": {
    "corpId": "ww218c5ade1b03b891",
    "id": 2101,
    "source": "CDP_CROWD_PACK"
   }
  },
  "fixtures": {
   "/headers/x-open-api-user": "users.viewer.email",
   "/body/token": "app.accessToken",
   "/body/param/corpId": "crowdPack.corpId",
   "/body/param/id": "crowdPack.id",
   "/body/param/source": "crowdPack.source"
  },
  "answer": {
   "code": "10134011",
   "message": "User has no operation permission",
   "result": null
  }
 },
 {
  "of": "E19",
  "outcome": "success",
  "summary": "A result that was liked",
  "body": {
   "param": {
    "libraryType": "product_library",
    "clientId": "client",
    "uuid": "b9e7c1a2",
    "operateType": "all",
    "contentId": 100002,
    "likeType": 1
   }
  },
  "fixtures": {
   "/body/param/libraryType": "imageSearch.libraryType",
   "/body/param/contentId": "imageSearch.contentId"
  },
  "answer": true
 },
 {
  "of": "E19",
  "outcome": "wrongType",
  "summary": "A like as text",
  "isInvalid": true,
  "body": {
   "param": {
    "libraryType": "product_library",
    "clientId": "client",
    "uuid": "b9e7c1a2",
    "operateType": "all",
    "contentId": 100002,
    "likeType": "1"
   }
  },
  "fixtures": {
   "/body/param/libraryType": "imageSearch.libraryType",
   "/body/param/contentId": "imageSearch.contentId"
  },
  "answer": {
   "code": "90020002",
   "message": "param.likeType must be an integer, got a string",
   "result": null
  }
 },
 {
  "of": "E19",
  "outcome": "missingField",
  "summary": "Without the search",
  "isInvalid": true,
  "body": {
   "param": {
    "libraryType": "product_library",
    "clientId": "client",
    "operateType": "all",
    "contentId": 100002,
    "likeType": 1
   }
  },
  "fixtures": {
   "/body/param/libraryType": "imageSearch.libraryType",
   "/body/param/contentId": "imageSearch.contentId"
  },
  "answer": {
   "code": "90020001",
   "message": "param.uuid is missing; expected a string",
   "result": null
  }
 },
 {
  "of": "get-token",
  "outcome": "success",
  "summary": "The client of a workspace",
  "body": {
   "clientId": "<CLIENT_ID>",
   "clientKey": "<CLIENT_KEY>"
  },
  "fixtures": {
   "/body/clientId": "app.clientId",
   "/body/clientKey": "app.clientKey"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "access_token": "<ACCESS_TOKEN>",
    "token_type": "bearer",
    "refresh_token": "<REFRESH_TOKEN>",
    "expires_in": 7200
   }
  }
 },
 {
  "of": "get-token",
  "outcome": "wrongClient",
  "summary": "A wrong key",
  "body": {
   "clientId": "<CLIENT_ID>",
   "clientKey": "wrong"
  },
  "fixtures": {
   "/body/clientId": "app.clientId"
  },
  "answer": {
   "code": "90010008",
   "message": "clientId or clientKey is wrong",
   "result": null
  }
 },
 {
  "of": "refresh-token",
  "outcome": "badRefreshToken",
  "summary": "A refresh token that was never issued",
  "body": {
   "refresh_token": "unknown"
  },
  "fixtures": {},
  "answer": {
   "code": "90010009",
   "message": "refresh_token is unknown or has expired; ask for a new token with clientId and clientKey",
   "result": null
  }
 },
 {
  "of": "begin-upload",
  "outcome": "success",
  "summary": "A small picture, in one part",
  "body": {
   "name": "a.png",
   "type": "image/png",
   "size": 12
  },
  "fixtures": {},
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "uploadId": "ee0edde2-88d5-4312-ab78-89b9577e974b",
    "filePath": "upload/ee0edde288d54312ab7889b9577e974b.png",
    "partSizeBytes": 8388608,
    "parts": [
     {
      "partNumber": 1,
      "url": "http://127.0.0.1:4022/_files/00000000/uploads/ee0edde2-88d5-4312-ab78-89b9577e974b/parts/1?expires=1793494800000&signature=<SIGNATURE>"
     }
    ]
   }
  }
 },
 {
  "of": "begin-upload",
  "outcome": "missingField",
  "summary": "Without the size",
  "isInvalid": true,
  "body": {
   "name": "a.png",
   "type": "image/png"
  },
  "fixtures": {},
  "answer": {
   "code": "90020001",
   "message": "size is missing; expected an integer",
   "result": null
  }
 },
 {
  "of": "show-upload",
  "outcome": "success",
  "summary": "An upload whose parts have arrived",
  "path": {
   "uploadId": "3d751e14453020993949362abd92ca52"
  },
  "fixtures": {
   "/path/uploadId": "upload.uploadId"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": {
    "uploadId": "3d751e14453020993949362abd92ca52",
    "filePath": "upload/2026/10/f923ab3664f1a8b109d050213311dcab.jpg",
    "status": "open",
    "parts": [
     {
      "partNumber": 1,
      "etag": "e264d7e74ba91a99f2e793d5ae2b4e2a",
      "size": 102400
     },
     {
      "partNumber": 2,
      "etag": "25e30471bd3836e14af74a48a17b1423",
      "size": 102400
     },
     {
      "partNumber": 3,
      "etag": "365b5774115bdad2abe56a535c6d9cf1",
      "size": 53768
     }
    ]
   }
  }
 },
 {
  "of": "show-upload",
  "outcome": "unknownUpload",
  "summary": "An upload that was never begun",
  "path": {
   "uploadId": "none"
  },
  "fixtures": {},
  "answer": {
   "code": "90030016",
   "message": "uploadId: there is no upload \"none\"",
   "result": null
  }
 },
 {
  "of": "abort-upload",
  "outcome": "success",
  "summary": "An open upload",
  "path": {
   "uploadId": "3d751e14453020993949362abd92ca52"
  },
  "fixtures": {
   "/path/uploadId": "upload.uploadId"
  },
  "answer": {
   "code": "0",
   "message": "success",
   "result": true
  }
 },
 {
  "of": "abort-upload",
  "outcome": "unknownUpload",
  "summary": "An upload that was never begun",
  "path": {
   "uploadId": "none"
  },
  "fixtures": {},
  "answer": {
   "code": "90030016",
   "message": "uploadId: there is no upload \"none\"",
   "result": null
  }
 }
]
