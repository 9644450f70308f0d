// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {Handler} from "./Handler.sol";

contract ExchangeInvariantTest is ExchangeBase {
    Handler private handler;

    function setUp() public override {
        super.setUp();
        handler = new Handler(exchange, proxy, pay);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_AllHolds() public view {
        holdsFeesAndCreditsOnly();
        proxyHoldsNothing();
        moneyIsConstant();
        everybodyGotHisPart();
        ordersSellWhatTheySay();
    }

    function holdsFeesAndCreditsOnly() private view {
        vm.assertEq(address(exchange).balance, handler.feesKept() + exchange.totalClaimable(), "coin held");
        vm.assertEq(exchange.totalClaimable(), exchange.claimable(address(handler.creator())), "credits");
    }

    function proxyHoldsNothing() private view {
        vm.assertEq(address(proxy).balance, 0, "coin in the proxy");
        vm.assertEq(pay.balanceOf(address(proxy)), 0, "pay token in the proxy");
        vm.assertEq(pay.balanceOf(address(exchange)), 0, "pay token in the exchange");
    }

    function moneyIsConstant() private view {
        address creator = address(handler.creator());
        vm.assertEq(
            alice.balance + bob.balance + creator.balance + treasury.balance + address(exchange).balance, 1000 ether, "coin is constant"
        );
        vm.assertEq(
            pay.balanceOf(alice) + pay.balanceOf(bob) + pay.balanceOf(creator) + pay.balanceOf(treasury), 1000 ether, "pay token is constant"
        );
    }

    function everybodyGotHisPart() private view {
        vm.assertEq(alice.balance, handler.coinDue(), "coin of the seller");
        vm.assertEq(pay.balanceOf(alice), handler.payDue(), "pay tokens of the seller");
        vm.assertEq(handler.item().balanceOf(bob, 1), handler.itemsDue(), "items of the buyer");
    }

    function ordersSellWhatTheySay() private view {
        vm.assertLe(handler.soldOfOrder(), handler.QUANTITY(), "quantity");
        vm.assertTrue(!handler.wasWrong(), "every call ended as the books say");
    }
}
