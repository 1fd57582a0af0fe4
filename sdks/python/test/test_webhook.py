import datetime
import json
import unittest
from email.message import Message

from parley import Webhook, WebhookError
from sign_event import BODY, OTHER_SECRET, SECRET, sign_event

AT = 1_772_359_200
EVENT = json.loads(BODY)


def after(seconds):
    return datetime.datetime.fromtimestamp(AT + seconds, datetime.timezone.utc)


def problem_of(body, headers, secret, **options):
    try:
        Webhook.verify(body, headers, secret, **{"now": after(0), **options})
    except WebhookError as error:
        return error.problem
    return None


class AnEventIsVerified(unittest.TestCase):
    def test_from_bytes_and_from_text(self):
        for body in (BODY, bytearray(BODY), memoryview(BODY), BODY.decode()):
            self.assertEqual(Webhook.verify(body, sign_event(), SECRET), EVENT)

    def test_with_headers_in_any_form_and_case(self):
        signed, message = sign_event(), Message()
        for name, value in signed.items():
            message[name.title()] = value
        raw = [(name.upper().encode(), value.encode()) for name, value in signed.items()]
        for headers in (signed, message, raw, iter(raw), list(signed.items())):
            self.assertEqual(Webhook.verify(BODY, headers, SECRET), EVENT)

    def test_with_a_header_that_is_split_into_two(self):
        two = sign_event(secrets=[OTHER_SECRET, SECRET])
        first, second = two.pop("webhook-signature").split(" ")
        headers = [*two.items(), ("webhook-signature", first), ("Webhook-Signature", second)]
        self.assertEqual(Webhook.verify(BODY, headers, SECRET), EVENT)

    def test_by_the_fifth_signature(self):
        headers = sign_event()
        headers["webhook-signature"] = 4 * ("v1," + "A" * 43 + "= ") + headers["webhook-signature"]
        self.assertEqual(Webhook.verify(BODY, headers, SECRET), EVENT)

    def test_while_the_secret_is_rotated_by_either_side(self):
        for scheme in ("standard", "service"):
            both = sign_event(secrets=[OTHER_SECRET, SECRET])
            self.assertEqual(Webhook.verify(BODY, both, SECRET, scheme=scheme), EVENT)
            self.assertEqual(Webhook.verify(BODY, sign_event(), [OTHER_SECRET, SECRET], scheme=scheme), EVENT)

    def test_up_to_5_minutes_before_and_after_its_time(self):
        for seconds in (-300, 300):
            self.assertIsNone(problem_of(BODY, sign_event(at=AT), SECRET, now=after(seconds)))
        self.assertIsNone(problem_of(BODY, sign_event(at=AT), SECRET, now=after(900), tolerance=900))


class ARequestIsRefused(unittest.TestCase):
    def test_for_each_problem(self):
        signed = sign_event(at=AT)
        service = {"scheme": "service"}

        def without(name):
            return {key: value for key, value in signed.items() if key != name}

        def with_(name, value):
            return {**signed, name: value}

        signature = signed["webhook-signature"]
        of_service = signed["X-Service-Signature"]
        forged = "v1," + "A" * 43 + "= "
        rows = [
            ("another body", "invalid_signature", BODY + b" ", signed, SECRET, {}),
            ("another secret", "invalid_signature", BODY, signed, OTHER_SECRET, {}),
            ("another id", "invalid_signature", BODY, with_("webhook-id", "evt_2"), SECRET, {}),
            ("too late", "invalid_timestamp", BODY, signed, SECRET, {"now": after(301)}),
            ("too early", "invalid_timestamp", BODY, signed, SECRET, {"now": after(-301)}),
            ("a later time", "invalid_signature", BODY, with_("webhook-timestamp", str(AT + 1)), SECRET, {}),
            ("no number", "invalid_timestamp", BODY, with_("webhook-timestamp", "now"), SECRET, {}),
            ("a negative number", "invalid_timestamp", BODY, with_("webhook-timestamp", f"-{AT}"), SECRET, {}),
            ("digits of another script", "invalid_timestamp", BODY, with_("webhook-timestamp", "١٧٧٢٣٥٩٢٠٠"), SECRET, {}),
            ("a line break", "invalid_timestamp", BODY, with_("webhook-timestamp", f"{AT}\n"), SECRET, {}),
            ("no signature", "missing_header", BODY, without("webhook-signature"), SECRET, {}),
            ("an empty header", "missing_header", BODY, with_("webhook-id", ""), SECRET, {}),
            ("only a signature without a time", "missing_header", BODY, {"x-service-signature": of_service}, SECRET, {}),
            ("another version", "invalid_signature", BODY, with_("webhook-signature", "v2" + signature[2:]), SECRET, {}),
            ("no base64", "invalid_signature", BODY, with_("webhook-signature", "v1,%%é"), SECRET, {}),
            ("a sign in it", "invalid_signature", BODY, with_("webhook-signature", "v1,%" + signature[3:]), SECRET, {}),
            ("an empty signature", "invalid_signature", BODY, with_("webhook-signature", "v1,"), SECRET, {}),
            ("the sixth signature", "invalid_signature", BODY, with_("webhook-signature", 5 * forged + signature), SECRET, {}),
            ("a long header", "invalid_signature", BODY, with_("webhook-signature", f"{signature} {1000 * 'v'}"), SECRET, {}),
            ("service: another body", "invalid_signature", BODY + b" ", signed, SECRET, service),
            ("service: capitals", "invalid_signature", BODY, with_("X-Service-Signature", of_service.upper()), SECRET, service),
            ("an empty secret", "invalid_secret", BODY, signed, "", {}),
            ("no secret", "invalid_secret", BODY, signed, [], {}),
            ("one bad secret of two", "invalid_secret", BODY, signed, [SECRET, "whsec_"], {}),
            ("a secret that is not base64", "invalid_secret", BODY, signed, "whsec_%%", {}),
            ("signed, but not JSON", "invalid_body", b"x", sign_event(b"x", at=AT), SECRET, {}),
            ("signed, but not UTF-8", "invalid_body", b'"\xff"', sign_event(b'"\xff"', at=AT), SECRET, {}),
        ]
        for title, problem, body, headers, secret, options in rows:
            with self.subTest(title):
                self.assertEqual(problem_of(body, headers, secret, **options), problem)


if __name__ == "__main__":
    unittest.main()
