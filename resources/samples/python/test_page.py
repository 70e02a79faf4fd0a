import unittest

from page import page


class PageTest(unittest.TestCase):
    def test_greets_by_name(self) -> None:
        self.assertIn("Hello, Ada!", page("Ada"))

    def test_shows_a_name_as_text(self) -> None:
        self.assertNotIn("<script>", page("<script>"))


if __name__ == "__main__":
    unittest.main()
