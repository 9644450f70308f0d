// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection1155} from "../../../src/collection/ICollection1155.sol";
import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Asset, Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {IEditions} from "../../base/IEditions.sol";
import {Test} from "../../base/Test.sol";

/// @notice Three people with keys who sell, buy, bid, edit, cancel, give away and burn units of one ERC1155 item, for two
/// ERC20 of 6 and 18 decimals. It keeps its own books of what every signature may still move.
contract EditionsHandler is Test {
    uint256 public constant ID = 7;
    uint256 private constant FEE = 250;

    struct Book {
        uint256 sold;
        bool isOver;
    }

    IExchange private immutable _exchange;
    IEditions private immutable _token;
    address[2] private _money;
    uint256[3] private _keys = [ALICE_KEY, BOB_KEY, EVE_KEY];

    mapping(address maker => mapping(uint256 number => Book)) private _books;
    uint256 public burnt;
    uint256 public fills;
    bool public wasWrong;

    constructor(IExchange exchange_, ICollection1155 editions, address wrapped, address dollar) {
        (_exchange, _token) = (exchange_, IEditions(address(editions)));
        _money = [wrapped, dollar];
    }

    /// A sale of `quantity`, of which another takes `part`; the same number with another price is an edit.
    function buy(uint256 maker, uint256 taker, uint256 number, uint256 unit, uint256 part, bool inDollars) external {
        (uint256 key, address from) = person(maker);
        (, address to) = person(taker);
        number = bound(number, 0, 3);
        uint256 quantity = number + 2;
        unit = bound(unit, 3, 1e6);
        part = bound(part, 1, 6);
        OrderKey memory order = OrderKey(from, number, item(), money(inDollars));
        fill(key, Order(order, quantity, quantity * unit, FEE), to, part, part, from, from == to);
    }

    /// A bid for `quantity`, of which a holder gives `part`.
    function accept(uint256 maker, uint256 taker, uint256 number, uint256 unit, uint256 part, bool inDollars) external {
        (uint256 key, address from) = person(maker);
        (, address to) = person(taker);
        number = bound(number, 4, 7);
        uint256 quantity = number - 2;
        unit = bound(unit, 3, 1e6);
        part = bound(part, 1, 6);
        OrderKey memory order = OrderKey(from, (FEE << 160) | number, money(inDollars), item());
        fill(key, Order(order, quantity * unit, quantity, FEE), to, part, part * unit, to, from == to);
    }

    function cancel(uint256 maker, uint256 number) external {
        (, address from) = person(maker);
        Book storage book = _books[from][bound(number, 0, 7)];
        vm.prank(from);
        try _exchange.cancel(OrderKey(from, bound(number, 0, 7), item(), money(false))) {
            if (book.isOver) wasWrong = true;
            book.isOver = true;
        } catch {
            if (!book.isOver) wasWrong = true;
        }
    }

    function give(uint256 from_, uint256 to_, uint256 amount) external {
        (, address from) = person(from_);
        (, address to) = person(to_);
        uint256 held = _token.balanceOf(from, ID);
        vm.prank(from);
        _token.safeTransferFrom(from, to, ID, bound(amount, 0, held), "");
    }

    /// One at most, or nothing would be left to trade.
    function burn(uint256 from_) external {
        (, address from) = person(from_);
        if (_token.balanceOf(from, ID) == 0 || burnt == 5) return;
        vm.prank(from);
        ICollection1155(address(_token)).burn(from, ID, 1);
        ++burnt;
    }

    /// @dev `items` units for `amount` of the maker's side; it must pass exactly when the books and holdings say so.
    function fill(uint256 key, Order memory order, address taker, uint256 items, uint256 amount, address seller, bool isSelf) private {
        address maker = order.key.owner;
        Book storage book = _books[maker][uint64(order.key.salt)];
        uint256 quantity = order.key.sellAsset.assetType == 2 ? order.selling : order.buying;
        bool isDue = !isSelf && !book.isOver && book.sold + items <= quantity && _token.balanceOf(seller, ID) >= items;
        Sig memory sig = signed(key, _exchange.digest(order));
        vm.prank(taker);
        try _exchange.exchange(order, sig, FEE, none(), amount, address(0)) {
            if (!isDue) wasWrong = true;
            book.sold += items;
            if (book.sold == quantity) book.isOver = true;
            ++fills;
        } catch {
            if (isDue) wasWrong = true;
        }
    }

    function person(uint256 seed) private view returns (uint256 key, address account) {
        (key, account) = (_keys[seed % 3], [alice, bob, eve][seed % 3]);
    }

    function item() private view returns (Asset memory) {
        return Asset(address(_token), ID, 2);
    }

    function money(bool inDollars) private view returns (Asset memory) {
        return Asset(_money[inDollars ? 1 : 0], 0, 1);
    }
}
