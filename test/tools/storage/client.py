"""Does what the tests ask, one JSON object a line, with boto3 or oss2: client.py boto3 < grant and actions."""

import base64
import json
import sys

MIB = 1_048_576


class Boto3:
    def __init__(self, grant):
        import boto3

        self.bucket = grant["bucket"]
        self.client = boto3.client(
            "s3",
            endpoint_url=grant["endpoint"],
            region_name=grant["region"],
            aws_access_key_id=grant["accessKeyId"],
            aws_secret_access_key=grant["accessKeySecret"],
            aws_session_token=grant["securityToken"],
        )

    def put(self, key, body):
        self.client.put_object(Bucket=self.bucket, Key=key, Body=body)

    def get(self, key):
        return self.client.get_object(Bucket=self.bucket, Key=key)["Body"].read()

    def initiate(self, key):
        return self.client.create_multipart_upload(Bucket=self.bucket, Key=key)["UploadId"]

    def part(self, key, uploadId, number, body):
        target = {"Bucket": self.bucket, "Key": key, "UploadId": uploadId}
        return self.client.upload_part(**target, PartNumber=number, Body=body)["ETag"]

    def list(self, key, uploadId):
        found = self.client.list_parts(Bucket=self.bucket, Key=key, UploadId=uploadId)
        return [{"number": p["PartNumber"], "etag": p["ETag"]} for p in found.get("Parts", [])]

    def complete(self, key, uploadId, parts):
        parts = [{"PartNumber": p["number"], "ETag": p["etag"]} for p in parts]
        target = {"Bucket": self.bucket, "Key": key, "UploadId": uploadId}
        self.client.complete_multipart_upload(**target, MultipartUpload={"Parts": parts})

    def abort(self, key, uploadId):
        self.client.abort_multipart_upload(Bucket=self.bucket, Key=key, UploadId=uploadId)

    def presign(self, method, key):
        name = "put_object" if method == "PUT" else "get_object"
        params = {"Bucket": self.bucket, "Key": key}
        return self.client.generate_presigned_url(name, Params=params, ExpiresIn=600)


class Oss2:
    def __init__(self, grant):
        import oss2

        self.oss2 = oss2
        auth = oss2.StsAuth(
            grant["accessKeyId"], grant["accessKeySecret"], grant["securityToken"], auth_version="v4"
        )
        region = grant["region"].removeprefix("oss-")
        self.bucket = oss2.Bucket(auth, grant["endpoint"], grant["bucket"], region=region)

    def put(self, key, body):
        self.bucket.put_object(key, body)

    def get(self, key):
        return self.bucket.get_object(key).read()

    def initiate(self, key):
        return self.bucket.init_multipart_upload(key).upload_id

    def part(self, key, uploadId, number, body):
        return self.bucket.upload_part(key, uploadId, number, body).etag

    def list(self, key, uploadId):
        found = self.bucket.list_parts(key, uploadId).parts
        return [{"number": p.part_number, "etag": p.etag} for p in found]

    def complete(self, key, uploadId, parts):
        parts = [self.oss2.models.PartInfo(p["number"], p["etag"]) for p in parts]
        self.bucket.complete_multipart_upload(key, uploadId, parts)

    def abort(self, key, uploadId):
        self.bucket.abort_multipart_upload(key, uploadId)

    def presign(self, method, key):
        return self.bucket.sign_url(method, key, 600, slash_safe=True)


def answer(client, request):
    """The result of an action, or the code of the client's own error."""
    action, args = request["action"], request["args"]
    try:
        result = getattr(client, action)(*[base64.b64decode(a["bytes"]) if is_bytes(a) else a for a in args])
    except Exception as error:
        code = getattr(error, "code", None) or getattr(error, "response", {}).get("Error", {}).get("Code")
        return {"error": code or type(error).__name__, "message": str(error)}
    return {"result": {"bytes": base64.b64encode(result).decode()} if isinstance(result, bytes) else result}


def is_bytes(value):
    return isinstance(value, dict) and "bytes" in value


client = {"boto3": Boto3, "oss2": Oss2}[sys.argv[1]](json.loads(sys.stdin.readline()))
for line in sys.stdin:
    print(json.dumps(answer(client, json.loads(line))), flush=True)
