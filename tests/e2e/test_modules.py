"""The behaviours of `static/js`, each on a small page of its own that a pretended server answers."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from tests.e2e.conftest import Complaints, OpenPage
from tests.tournament.services.test_slip_photos import photo

FRAME = """<!doctype html><html lang="it"><head><meta charset="utf-8"><title>{title}</title>
<link rel="stylesheet" href="/static/css/base.css"><script type="module" src="/static/js/main.js"></script></head>
<body><a href="#outbox" data-outbox-badge data-words="non inviati" data-login="/accounts/login/" hidden></a>
<main>{body}</main></body></html>"""
MINUTE = 60_000
PHOTO = '<input type="file" name="photo" data-module="photo">'
WAITING_PHOTO = """import("/static/js/unsent.js").then(async ({ find }) => {
  const [, file] = (await find("k1")).fields.find(([name]) => name === "photo");
  const { width, height } = await createImageBitmap(file);
  return { name: file.name, width, height };
})"""


def frame(body: str, title: str = "Prova") -> str:
    return FRAME.format(body=body, title=title)


class Hall:
    """A pretended server under /try/: pages by path, and what was sent to it."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base
        self.sent: list[Request] = []
        page.context.route(f"{base}/try/**", self._answer)
        self.answers: dict[str, Callable[[Route], None]] = {}

    def _answer(self, route: Route) -> None:
        request = route.request
        self.sent.append(request)
        self.answers[f"{request.method} {request.url.removeprefix(self.base)}"](route)

    def page_at(self, path: str, body: str, **headers: str) -> None:
        self.answers[f"GET {path}"] = lambda route: route.fulfill(
            body=frame(body), content_type="text/html; charset=utf-8", headers=headers
        )

    def post_at(self, path: str, *, status: int = 200, body: str = "", **headers: str) -> None:
        self.answers[f"POST {path}"] = lambda route: route.fulfill(
            status=status, body=frame(body), content_type="text/html; charset=utf-8", headers=headers
        )

    def open(self, path: str) -> Page:
        self.page.goto(f"{self.base}{path}")
        return self.page

    def posts(self) -> list[Request]:
        return [one for one in self.sent if one.method == "POST"]


@pytest.fixture
def hall(desktop: Page, live_server: Any) -> Hall:
    return Hall(desktop, live_server.url)


def fields(request: Request) -> dict[str, str]:
    """The fields of a multipart body."""
    return dict(re.findall(r'name="(\w+)"\r\n\r\n(.*?)\r\n', request.post_data or ""))


class TestStylePage:
    @pytest.mark.parametrize(("screen", "scheme"), [("phone", "light"), ("desktop", "dark")])
    def test_it_is_accessible_and_as_wide_as_the_screen(
        self,
        open_page: OpenPage,
        live_server: Any,
        accessible: Callable[[Page], None],
        screen: str,
        scheme: str,
    ) -> None:
        page = open_page(screen, base_url=live_server.url, color_scheme=scheme)
        page.goto("/style/")
        expect(page.locator("svg.board-interactive [role=button]")).to_have_count(42)
        accessible(page)
        width = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert width[0] == width[1]

    def test_the_theme_is_switched_and_remembered(self, desktop: Page) -> None:
        desktop.goto("/style/")
        desktop.locator("[data-theme-switch]").click()
        desktop.reload()
        assert desktop.evaluate("document.documentElement.dataset.theme") == "dark"


class TestBoardEntry:
    def open(self, page: Page) -> Any:
        page.goto("/style/")
        expect(page.locator("svg.board-interactive [role=button]")).to_have_count(42)
        return page.locator("[data-module=board-entry]")

    def test_a_tap_gives_and_takes_a_territory_and_counts(self, phone: Page) -> None:
        entry = self.open(phone)
        entry.locator("button[data-army=blue]").click()
        entry.locator("[data-zoom=in]").click()
        congo = entry.locator("[data-land=congo] use").first
        congo.click()
        expect(entry.locator("#territory-congo")).to_have_value("blue")
        expect(entry.locator("[data-territories-of=blue]")).to_have_text("4")
        expect(entry.locator("[data-points-of=blue]")).to_have_text("16")
        congo.click()
        expect(entry.locator("#territory-congo")).to_have_value("")
        entry.locator("[data-board-undo]").click()
        expect(entry.locator("#territory-congo")).to_have_value("blue")

    def test_a_long_press_clears(self, desktop: Page) -> None:
        entry = self.open(desktop)
        entry.locator("[data-land=brasile] use").first.click(delay=700)
        expect(entry.locator("#territory-brasile")).to_have_value("")

    def test_arrows_walk_along_borders_and_letters_set_owners(self, desktop: Page) -> None:
        entry = self.open(desktop)
        entry.locator("[data-land=congo]").focus()
        walked = []
        for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowUp"):
            desktop.keyboard.press(key)
            walked.append(desktop.evaluate("document.activeElement.dataset.land"))
        assert walked == [
            "africa_del_nord",
            "europa_occidentale",
            "europa_meridionale",
            "europa_settentrionale",
        ]
        desktop.keyboard.press("2")
        desktop.keyboard.press("Delete")
        expect(entry.locator("#territory-europa_settentrionale")).to_have_value("")
        letter = entry.locator("button[data-army=green]").get_attribute("data-letter") or ""
        desktop.keyboard.press(letter.lower())
        expect(entry.locator("#territory-europa_settentrionale")).to_have_value("green")

    def test_from_the_far_east_one_walks_into_the_far_west(self, desktop: Page) -> None:
        entry = self.open(desktop)
        entry.locator("[data-land=kamchatka]").focus()
        desktop.keyboard.press("ArrowRight")
        assert desktop.evaluate("document.activeElement.dataset.land") == "alaska"

    def test_the_list_and_the_board_are_one(self, desktop: Page) -> None:
        entry = self.open(desktop)
        entry.locator("[data-board-list] summary").click()
        entry.locator("#territory-ontario").select_option("green")
        expect(entry.locator("[data-land=ontario]")).to_have_class(re.compile(r"\bgreen\b"))
        expect(entry.locator("[data-remaining]")).to_have_attribute("data-left", "30")

    def test_a_card_is_picked_for_one_seat_only(self, desktop: Page) -> None:
        entry = self.open(desktop)
        entry.locator("[data-pick-for=blue]").click()
        expect(desktop.locator("[data-card='1']")).to_be_disabled()
        desktop.locator("[data-card='7']").click()
        expect(entry.locator("#objective-blue")).to_have_value("7")
        expect(desktop.locator("dialog.sheet")).to_be_hidden()

    def test_without_script_the_list_is_there(self, open_page: OpenPage, live_server: Any) -> None:
        page = open_page("phone", base_url=live_server.url, java_script_enabled=False)
        page.goto("/style/")
        expect(page.locator("#territory-congo")).to_be_visible()
        expect(page.locator(".board-view")).to_be_hidden()


def send_now(page: Page) -> None:
    """Press "send now", unless the outbox, which tries again by itself every 15 seconds, was quicker."""
    page.evaluate("""() => {
      const buttons = [...document.querySelectorAll("#outbox button")];
      buttons.find((one) => one.textContent.trim() === "Invia")?.click();
    }""")


class TestOutbox:
    FORM = """<form method="post" action="/try/save" data-module="outbox" data-outbox-label="Tavolo 7">
      <input type="hidden" name="idempotency_key" value="k1"><input name="points" value="44">
      <p data-outbox-note data-kept="Non ancora inviato" hidden></p><button>Salva</button></form>
      <ul id="outbox" data-module="outbox" data-waiting="in attesa" data-conflict="conflitto" data-refused="rifiutato"
        data-send="Invia" data-look="Guarda" data-discard="Scarta"></ul>"""

    def open(self, hall: Hall, complaints: Complaints) -> BrowserContext:
        # What cannot be sent is refused by the network: that is the point of these tests.
        complaints._failed = lambda _request: None
        hall.page.context.unroute_all()
        hall.page.context.route(f"{hall.base}/try/**", hall._answer)
        hall.page_at("/try/entry", self.FORM)
        hall.open("/try/entry")
        hall.page.wait_for_timeout(400)
        return hall.page.context

    def cut(self, hall: Hall) -> None:
        hall.answers["POST /try/save"] = lambda route: route.abort("internetdisconnected")

    def test_kept_without_network_and_sent_once_with_it(self, hall: Hall, complaints: Complaints) -> None:
        self.open(hall, complaints)
        self.cut(hall)
        complaints.heard.clear()
        page = hall.page
        for _ in range(3):
            page.get_by_role("button", name="Salva").click()
            expect(page.locator("[data-outbox-note]")).to_have_text("Non ancora inviato")
            expect(page.locator("form[aria-busy]")).to_have_count(0)
        expect(page.locator("[data-outbox-badge]")).to_have_text("1 non inviati")
        expect(page.locator("#outbox")).to_contain_text("Tavolo 7")
        hall.sent.clear()
        hall.post_at("/try/save", **{"X-Stored": "k1"})
        send_now(page)
        expect(page.locator("[data-outbox-badge]")).to_be_hidden()
        assert [(one.headers["idempotency-key"], fields(one)["points"]) for one in hall.posts()] == [
            ("k1", "44")
        ]
        complaints.heard.clear()

    def test_a_photo_waits_with_its_result_made_smaller(self, hall: Hall, complaints: Complaints) -> None:
        self.open(hall, complaints)
        self.cut(hall)
        hall.page_at("/try/entry", self.FORM.replace("<button>", PHOTO + "<button>"))
        page = hall.open("/try/entry")
        picture = photo((3000, 600))
        page.wait_for_timeout(400)
        page.locator("[name=photo]").set_input_files(
            {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": picture}
        )
        wait_until(page, "document.querySelector('[name=photo]').files[0].name === 'slip.jpg'")
        page.get_by_role("button", name="Salva").click()
        expect(page.locator("[data-outbox-badge]")).to_have_text("1 non inviati")
        waiting = page.evaluate(WAITING_PHOTO)
        assert [waiting["name"], waiting["width"], waiting["height"]] == ["slip.jpg", 2000, 400]
        hall.post_at("/try/save", **{"X-Stored": "k1"})
        send_now(page)
        expect(page.locator("[data-outbox-badge]")).to_be_hidden()
        complaints.heard.clear()

    def test_another_result_on_the_same_form_gets_a_key_of_its_own(
        self, hall: Hall, complaints: Complaints
    ) -> None:
        self.open(hall, complaints)
        self.cut(hall)
        page = hall.page
        for points, waiting in (("44", "1 non inviati"), ("45", "2 non inviati")):
            page.locator("[name=points]").fill(points)
            page.get_by_role("button", name="Salva").click()
            expect(page.locator("[data-outbox-badge]")).to_have_text(waiting)
            expect(page.locator("form[aria-busy]")).to_have_count(0)  # the form's own attempt has failed
        hall.sent.clear()
        hall.post_at("/try/save", **{"X-Stored": "yes"})
        send_now(page)
        expect(page.locator("[data-outbox-badge]")).to_be_hidden()
        sent = {one.headers["idempotency-key"]: fields(one)["points"] for one in hall.posts()}
        assert sent.pop("k1") == "44"
        assert list(sent.values()) == ["45"]
        complaints.heard.clear()

    def test_a_sign_in_page_is_not_a_yes(self, hall: Hall, complaints: Complaints) -> None:
        self.open(hall, complaints)
        hall.answers["POST /try/save"] = lambda route: route.fulfill(
            status=302, headers={"Location": f"{hall.base}/accounts/login/"}
        )
        hall.page.get_by_role("button", name="Salva").click()
        hall.page.wait_for_url("**/accounts/login/")
        hall.open("/try/entry")
        expect(hall.page.locator("[data-outbox-badge]")).to_have_text("1 non inviati")
        expect(hall.page.locator("#outbox")).to_contain_text("rifiutato")

    def test_a_conflict_shows_both_versions(self, hall: Hall, complaints: Complaints) -> None:
        self.open(hall, complaints)
        complaints.allowed_statuses.add(409)
        hall.post_at("/try/save", status=409, body="<p>44 o 46?</p>")
        hall.page.get_by_role("button", name="Salva").click()
        expect(hall.page.locator("main")).to_have_text("44 o 46?")

    def test_a_server_in_trouble_is_asked_again(self, hall: Hall, complaints: Complaints) -> None:
        self.open(hall, complaints)
        complaints.allowed_statuses.add(503)
        hall.post_at("/try/save", status=503)
        hall.page.get_by_role("button", name="Salva").click()
        expect(hall.page.locator("#outbox")).to_contain_text("in attesa")
        hall.post_at("/try/save", **{"X-Stored": "k1"})
        hall.page.evaluate("dispatchEvent(new Event('online'))")
        expect(hall.page.locator("[data-outbox-badge]")).to_be_hidden()


def wait_until(page: Page, condition: str) -> None:
    """Ask again and again: a page's own polling of a text would be refused by its Content-Security-Policy."""
    for _ in range(300):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"It never came true: {condition}")


class TestWithoutNetwork:
    def test_the_page_opens_again_and_the_result_goes_out_later(
        self, desktop: Page, complaints: Complaints
    ) -> None:
        complaints._failed = lambda _request: None
        desktop.goto("/style/")
        wait_until(desktop, "navigator.serviceWorker.controller !== null")
        for kept in ("location.href", "'/static/js/board-entry.js'"):
            wait_until(
                desktop,
                f"caches.match({kept}, {{cacheName: 'sdadata-1', ignoreVary: true}}).then((found) => !!found)",
            )
        desktop.context.set_offline(True)
        desktop.reload()
        entry = desktop.locator("[data-module=board-entry]")
        entry.locator("[data-land=congo] use").first.click()
        desktop.get_by_role("button", name=re.compile("Save the result|Salva il risultato")).click()
        expect(desktop.locator("[data-outbox-note]")).to_be_visible()
        expect(desktop.locator("[data-outbox-badge]")).to_contain_text("1 ")
        desktop.reload()
        expect(desktop.locator("[data-outbox-badge]")).to_contain_text("1 ")
        desktop.context.set_offline(False)
        expect(desktop.locator("[data-outbox-badge]")).to_be_hidden()
        complaints.heard.clear()


class TestClock:
    def body(self, page: Page, left: int, ahead: int) -> str:
        now = page.evaluate("Date.now()") + ahead
        return f'<span data-module="clock" data-now="{now}" data-ends="{now + left}"></span>'

    def test_it_counts_by_the_time_of_the_server(self, hall: Hall) -> None:
        hall.page_at("/try/", self.body(hall.page, 10 * MINUTE + 500, ahead=3 * 60 * MINUTE))
        hall.open("/try/")
        expect(hall.page.locator("[data-module=clock] [aria-hidden]")).to_have_text(
            re.compile("^(10:0[01]|09:5[89])$")
        )

    def test_after_the_end_it_says_so(self, hall: Hall) -> None:
        hall.page_at("/try/", self.body(hall.page, -2 * MINUTE, ahead=0))
        hall.open("/try/")
        clock = hall.page.locator("[data-module=clock]")
        expect(clock).to_have_attribute("data-state", "over")
        expect(clock.locator("[aria-hidden]")).to_have_text(re.compile("^−0[12]:"))

    def test_a_stopped_clock_stands_still(self, hall: Hall) -> None:
        hall.page_at("/try/", '<span data-module="clock" data-stopped="3725"></span>')
        hall.open("/try/")
        expect(hall.page.locator("[data-module=clock] [aria-hidden]")).to_have_text("1:02:05")


class TestLive:
    BODY = """<div data-module="live" data-live-url="/try/part" data-live-every="1"></div>
      <span data-live-status><time></time></span><div data-fragment="a">alt <input id="note"></div>"""

    def test_fragments_follow_and_304_keeps_them(self, hall: Hall) -> None:
        hall.page_at("/try/", self.BODY)
        hall.page_at("/try/part", '<div data-fragment="a">neu <input id="note"></div>', ETag='"2"')
        hall.open("/try/")
        expect(hall.page.locator("[data-fragment=a]")).to_contain_text("neu", timeout=8000)
        expect(hall.page.locator("[data-live-status]")).to_have_attribute("data-state", "live")
        hall.answers["GET /try/part"] = lambda route: route.fulfill(status=304)
        with hall.page.expect_request("**/try/part") as asked:
            pass
        assert asked.value.headers["if-none-match"] == '"2"'
        expect(hall.page.locator("[data-fragment=a]")).to_contain_text("neu")

    def test_where_somebody_types_nothing_is_replaced(self, hall: Hall) -> None:
        hall.page_at("/try/", self.BODY)
        hall.page_at("/try/part", '<div data-fragment="a">neu</div>')
        hall.open("/try/")
        hall.page.locator("#note").focus()
        expect(hall.page.locator("[data-live-status]")).to_have_attribute("data-state", "live", timeout=8000)
        expect(hall.page.locator("[data-fragment=a]")).to_contain_text("alt")

    def test_a_lost_network_is_said_and_leaves_the_page(self, hall: Hall, complaints: Complaints) -> None:
        complaints.allowed_statuses.add(500)
        hall.page_at("/try/", self.BODY)
        hall.answers["GET /try/part"] = lambda route: route.fulfill(status=500)
        hall.open("/try/")
        expect(hall.page.locator("[data-live-status]")).to_have_attribute("data-state", "lost", timeout=8000)
        expect(hall.page.locator("[data-fragment=a]")).to_contain_text("alt")


class TestFilter:
    BODY = """<input data-module="filter" data-filter="#list" data-filter-min="3"><span data-filter-count></span>
      <ul id="list"><li data-name="De Santis, Carla"><a href="#carla">Carla</a></li><li data-name="Nicolò Fabbri">
      <a href="#nicolo">Nicolò</a></li></ul>"""

    def ready(self, hall: Hall) -> Page:
        """The page once the module has hidden what nobody asked for."""
        page = hall.open("/try/")
        expect(page.locator("#list li:not([hidden])")).to_have_count(0)
        return page

    def shown(self, page: Page) -> list[str]:
        return [one.strip() for one in page.locator("#list li:not([hidden])").all_inner_texts()]

    def test_three_letters_of_any_word_find_a_person(self, hall: Hall) -> None:
        hall.page_at("/try/", self.BODY)
        page = self.ready(hall)
        field = page.locator("input")
        found = {}
        for typed in ("", "ca", "san", "nicolo", "car des", "car fab", "xyz"):
            field.fill(typed)
            found[typed] = self.shown(page)
        assert found == {
            "": [], "ca": [], "san": ["Carla"], "nicolo": ["Nicolò"], "car des": [], "car fab": [], "xyz": [],
        }  # fmt: skip

    def test_enter_opens_the_only_one(self, hall: Hall) -> None:
        hall.page_at("/try/", self.BODY)
        page = self.ready(hall)
        page.locator("input").fill("fab")
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("#nicolo$"))


class TestSeats:
    BODY = """<form data-swap-form method="post" action="/try/swap"><input name="first"><input name="second">
      <input name="table"></form><div data-module="drag-seats" data-fragment="seats">
      <div data-table="1"><button id="seat-11" data-seat="11" draggable="true">Aldo</button></div>
      <div data-table="2"><button id="seat-22" data-seat="22" draggable="true">Bruna</button><p>Tavolo 2</p></div></div>"""
    AFTER = '<div data-module="drag-seats" data-fragment="seats"><button id="seat-11" data-seat="11">Aldo, 2</button></div>'

    def open(self, hall: Hall) -> Page:
        hall.page_at("/try/", self.BODY)
        hall.post_at("/try/swap", body=self.AFTER)
        page = hall.open("/try/")
        page.wait_for_load_state("networkidle")
        return page

    def test_one_then_the_other_change_places_by_keyboard(self, hall: Hall) -> None:
        page = self.open(hall)
        page.locator("#seat-11").press("Enter")
        expect(page.locator("#seat-11")).to_have_attribute("aria-pressed", "true")
        page.locator("#seat-22").press("Enter")
        expect(page.locator("#seat-11")).to_have_text("Aldo, 2")
        expect(page.locator("#seat-11")).to_be_focused()
        assert [fields(one) for one in hall.posts()] == [{"first": "11", "second": "22", "table": ""}]

    def test_picked_twice_is_put_back(self, hall: Hall) -> None:
        page = self.open(hall)
        page.locator("#seat-11").click()
        page.locator("#seat-11").click()
        expect(page.locator("#seat-11")).to_have_attribute("aria-pressed", "false")
        assert hall.posts() == []

    def test_dropped_on_a_table_it_moves_there(self, hall: Hall) -> None:
        page = self.open(hall)
        page.locator("#seat-11").drag_to(page.locator("[data-table='2'] p"))
        expect(page.locator("#seat-11")).to_have_text("Aldo, 2")
        assert [fields(one) for one in hall.posts()] == [{"first": "11", "second": "", "table": "2"}]


class TestSmallOnes:
    def test_why_opens_under_its_row_and_closes(self, hall: Hall) -> None:
        hall.page_at(
            "/try/",
            '<table data-module="unfold"><tr><td><a href="/try/why" data-unfold>244</a></td></tr></table>',
        )
        hall.page_at("/try/why", "<div data-why><p>131 + 113</p></div>")
        page = hall.open("/try/")
        page.wait_for_load_state("networkidle")
        page.get_by_text("244").click()
        expect(page.locator(".why-row")).to_have_text("131 + 113")
        page.get_by_text("244").click()
        expect(page.locator(".why-row")).to_have_count(0)

    def test_ctrl_z_takes_back(self, hall: Hall) -> None:
        hall.page_at(
            "/try/",
            '<form data-module="undo" method="post" action="/try/undo"><button>Annulla</button></form>',
        )
        hall.post_at("/try/undo", body="Ripreso")
        page = hall.open("/try/")
        page.wait_for_load_state("networkidle")
        page.keyboard.press("Control+z")
        expect(page.locator("main")).to_have_text("Ripreso")

    def test_the_display_shows_one_slide_after_the_other(self, hall: Hall) -> None:
        slides = "".join(f"<section data-slide>{name}</section>" for name in ("uno", "due"))
        hall.page_at("/try/", f'<div data-module="tv" data-tv-seconds="1">{slides}</div>')
        page = hall.open("/try/")
        shown = page.locator("[data-slide]:not([hidden])")
        expect(shown).to_have_count(1)
        expect(shown).to_have_text("uno")
        expect(shown).to_have_text("due")
        expect(shown).to_have_text("uno")

    def test_a_sheet_opens_and_closes(self, hall: Hall) -> None:
        hall.page_at(
            "/try/",
            '<button data-module="sheet" data-sheet="#s">Apri</button>'
            '<dialog id="s" class="sheet"><button data-close>Chiudi</button></dialog>',
        )
        page = hall.open("/try/")
        page.wait_for_load_state("networkidle")
        page.get_by_text("Apri").click()
        expect(page.locator("dialog")).to_be_visible()
        page.get_by_text("Chiudi").click()
        expect(page.locator("dialog")).to_be_hidden()
