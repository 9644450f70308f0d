// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, OrderKey} from "../../../src/exchange/OrderTypes.sol";
import {EditionsBase} from "../../base/EditionsBase.sol";

/// @notice What the second of two transactions in one block meets. On a real chain: packages/devnet/test/races.test.ts.
contract RacesTest is EditionsBase {
    function spent(address maker, uint256 number) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, maker, number);
    }

    function cancelReverts(OrderKey memory key) private {
        vm.expectRevert(spent(key.owner, uint64(key.salt)));
        vm.prank(key.owner);
        exchange.cancel(key);
    }

    function test_WhenTwoBuyTheLastUnit() public {
        Order memory order = tenFor(coin(), 1 ether);
        buyAs(bob, order, 9);
        buyAs(eve, order, 1);
        buyRevertsAs(bob, order, 1, spent(alice, 6));
        vm.assertEq(bob.balance, 500 ether - 9.225 ether, "the loser pays nothing");
        assertOver(order, 0.5 ether);
    }

    function test_WhenTwoBuyMoreThanIsLeft() public {
        Order memory order = tenFor(coin(), 1 ether);
        buyAs(bob, order, 6);
        buyRevertsAs(eve, order, 6, abi.encodeWithSelector(IExchange.ExchangeAmountAboveLeft.selector, 6, 4));
        buyAs(eve, order, 4);
        assertOver(order, 0.5 ether);
    }

    function test_WhenTwoBuyASingleItem() public {
        Order memory order = aSale();
        buyAs(eve, order, 1);
        buyRevertsAs(bob, order, 1, spent(alice, 5));
        vm.assertEq(nft.ownerOf(1), eve, "the first");
    }

    function test_WhenACancelComesFirst() public {
        Order memory order = tenFor(coin(), 1 ether);
        vm.prank(alice);
        exchange.cancel(order.key);
        buyRevertsAs(bob, order, 1, spent(alice, 6));
        buyRevertsAs(bob, order, 10, spent(alice, 6));
        vm.assertEq(token.balanceOf(alice, ID), 10, "kept");
    }

    function test_WhenAFillComesFirst() public {
        Order memory order = tenFor(coin(), 1 ether);
        buyAs(bob, order, 10);
        cancelReverts(order.key);
        assertOver(order, 0.5 ether);
    }

    function test_WhenAPartComesFirst() public {
        Order memory order = tenFor(coin(), 1 ether);
        buyAs(bob, order, 4);
        vm.prank(alice);
        exchange.cancel(order.key);
        buyRevertsAs(eve, order, 6, spent(alice, 6));
        cancelReverts(order.key);
        vm.assertEq(token.balanceOf(alice, ID), 6, "the rest is hers");
    }

    /// An edit is a signature, no transaction: both prices are good until the number is spent, so it only ever lowers.
    function test_WhenTheOldPriceIsFilledAfterAnEdit() public {
        Order memory old = tenFor(coin(), 1 ether);
        Order memory edited = tenFor(coin(), 0.4 ether);
        buyAs(bob, edited, 5);
        buyAs(eve, old, 5);
        vm.assertEq(alice.balance, 500 ether + 0.37 ether * 5 + 0.925 ether * 5, "each at its price");
        buyRevertsAs(bob, edited, 1, spent(alice, 6));
        assertOver(old, 0.05 ether * 5 + 0.02 ether * 5);
    }

    function test_WhenTwoAcceptTheLastUnit() public {
        vm.prank(alice);
        token.safeTransferFrom(alice, eve, ID, 5, "");
        Order memory order = bidFor(address(dollar), 2, DOLLAR);
        acceptAs(alice, order, DOLLAR);
        acceptAs(eve, order, DOLLAR);
        acceptReverts(order, DOLLAR, spent(bob, 9));
        vm.assertEq(token.balanceOf(bob, ID), 2, "as many as the bid was for");
    }

    function test_WhenTwoOrdersSellTheSame() public {
        Order memory other = tenFor(coin(), 1 ether);
        other.key.salt = saltOf(700);
        buyAs(bob, tenFor(coin(), 1 ether), 10);
        buyRevertsAs(eve, other, 1, shortOf(alice, 0, 1));
        vm.assertTrue(!exchange.isSpent(alice, other.key.salt), "it stays open");
    }
}
