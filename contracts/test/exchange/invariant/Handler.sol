// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Asset, Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ITransferProxy} from "../../../src/transfer/ITransferProxy.sol";
import {HostilePayee, Mood} from "../../base/Hostile.sol";
import {Test} from "../../base/Test.sol";
import {PlainERC20} from "../../base/PlainTokens.sol";
import {RoyalERC1155} from "./RoyalERC1155.sol";

/// @notice Trades one lot of ten after another, and keeps its own books.
contract Handler is Test {
    uint256 public constant QUANTITY = 10;

    IExchange private exchange;
    PlainERC20 private pay;
    RoyalERC1155 public item;
    HostilePayee public creator;

    uint256 public feesKept;
    uint256 public number = 1;
    uint256 public soldOfOrder;
    bool public isOver;
    uint256 public bidNumber = 1;
    uint256 public soldOfBid;
    bool public wasWrong;
    /// What Alice must have been paid, in coin and in pay tokens, and Bob been given.
    uint256 public coinDue;
    uint256 public payDue;
    uint256 public itemsDue;

    constructor(IExchange exchange_, ITransferProxy proxy_, PlainERC20 pay_) {
        (exchange, pay) = (exchange_, pay_);
        creator = new HostilePayee();
        item = new RoyalERC1155(address(creator));
        item.give(alice, 1, 1e9);
        vm.prank(alice);
        item.setApprovalForAll(address(proxy_), true);
        vm.prank(bob);
        pay.approve(address(proxy_), type(uint256).max);
    }

    /// Bob bids for ten, Alice delivers some.
    function bid(uint256 unit, uint256 part, uint256 fee, uint256 most) external {
        unit = bound(unit, 3, 1e15);
        part = bound(part, 1, QUANTITY);
        (fee, most) = (bound(fee, 0, 1000), bound(most, 500, 1000));
        Order memory order = bidFor(unit, most);
        Sig memory sig = signed(BOB_KEY, exchange.digest(order));
        Sig memory fees = signed(FEE_KEY, exchange.buyerFeeDigest(exchange.hashOrder(order), fee));
        bool isDue = fee <= most && soldOfBid + part <= QUANTITY;
        vm.prank(alice);
        try exchange.exchange(order, sig, fee, fees, unit * part, address(0)) {
            if (!isDue) wasWrong = true;
            payDue += proceeds(order, unit * part);
            itemsDue += part;
            soldOfBid += part;
            if (soldOfBid == QUANTITY) (bidNumber, soldOfBid) = (bidNumber + 1, 0);
        } catch {
            if (isDue) wasWrong = true;
        }
    }

    function buy(uint256 unit, uint256 part, uint256 fee, bool inToken) external {
        Order memory order = lot(bound(unit, 1, 1e15), inToken);
        if (inToken && order.buying < 30) order.buying = 30;
        fee = bound(fee, 0, 1000);
        part = bound(part, 1, QUANTITY);
        uint256 price = order.buying / QUANTITY * part;
        Sig memory sig = signed(ALICE_KEY, exchange.digest(order));
        Sig memory fees = signed(FEE_KEY, exchange.buyerFeeDigest(exchange.hashOrder(order), fee));
        bool isDue = !isOver && soldOfOrder + part <= QUANTITY;
        vm.prank(bob);
        try exchange.exchange{value: inToken ? 0 : price + price * fee / 10_000}(order, sig, fee, fees, part, address(0)) {
            if (!isDue) wasWrong = true;
            soldOfOrder += part;
            if (soldOfOrder == QUANTITY) isOver = true;
            itemsDue += part;
            if (inToken) payDue += proceeds(order, price);
            else (coinDue, feesKept) = (coinDue + proceeds(order, price), feesKept + price * fee / 10_000 + sellerPart(order, price));
        } catch {
            if (isDue) wasWrong = true;
        }
    }

    function cancel() external {
        vm.prank(alice);
        try exchange.cancel(lot(1, false).key) {
            if (isOver) wasWrong = true;
            isOver = true;
        } catch {
            if (!isOver) wasWrong = true;
        }
    }

    function nextOrder() external {
        number += 97;
        (soldOfOrder, isOver) = (0, false);
    }

    function setMood(uint256 mood) external {
        creator.set(Mood(bound(mood, 0, 3)));
    }

    function claim() external {
        uint256 credit = exchange.claimable(address(creator));
        try exchange.claim(address(creator), address(creator)) {
            if (creator.mood() != Mood.Calm) wasWrong = true;
        } catch {
            if (creator.mood() == Mood.Calm && credit != 0) wasWrong = true;
        }
    }

    function withdraw() external {
        try exchange.withdraw() {
            feesKept = 0;
        } catch {
            if (feesKept != 0) wasWrong = true;
        }
    }

    function lot(uint256 unit, bool inToken) private view returns (Order memory) {
        Asset memory money = inToken ? Asset(address(pay), 0, 1) : Asset(address(0), 0, 0);
        return Order(OrderKey(alice, number, Asset(address(item), 1, 2), money), QUANTITY, unit * QUANTITY, unit % 1001);
    }

    function bidFor(uint256 unit, uint256 most) private view returns (Order memory) {
        OrderKey memory key = OrderKey(bob, (most << 160) | bidNumber, Asset(address(pay), 0, 1), Asset(address(item), 1, 2));
        return Order(key, unit * QUANTITY, QUANTITY, unit % 1001);
    }

    function proceeds(Order memory order, uint256 price) private pure returns (uint256) {
        return price - sellerPart(order, price) - price / 20;
    }

    function sellerPart(Order memory order, uint256 price) private pure returns (uint256) {
        return price * order.sellerFee / 10_000;
    }
}
