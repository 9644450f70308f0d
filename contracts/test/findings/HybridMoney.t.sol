// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../src/exchange/IExchange.sol";
import {Asset, Order, OrderKey, Sig} from "../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";
import {MirroredHybrid} from "../base/Hybrids.sol";

/// @notice A token that is money and item at once: the payment takes back the item that was delivered just before it.
contract HybridMoneyTest is ExchangeBase {
    uint256 private constant UNITS = 2 ether;

    MirroredHybrid private hybrid;
    uint256 private rare;

    function setUp() public override {
        super.setUp();
        hybrid = new MirroredHybrid();
        hybrid.give(alice, 1, 0.5 ether);
        hybrid.give(bob, 10, 0);
        rare = hybrid.ITEMS() + 1;
        vm.prank(alice);
        hybrid.setApprovalForAll(address(proxy), true);
        vm.prank(bob);
        hybrid.approve(address(proxy), type(uint256).max);
    }

    function units() private view returns (Asset memory) {
        return Asset(address(hybrid), 0, 1);
    }

    function bidOn(address token) private view returns (Order memory) {
        return Order(OrderKey(bob, saltOf(9, 0, 0, FEE), units(), item(token, rare, 3)), UNITS, 1, FEE);
    }

    function saleOf(address token) private view returns (Order memory) {
        return Order(OrderKey(alice, saltOf(5), item(token, rare, 3), units()), 1, UNITS, FEE);
    }

    function moneyInvalid() private view returns (bytes memory) {
        return abi.encodeWithSelector(IExchange.ExchangeMoneyInvalid.selector, hybrid, 0, 1);
    }

    function assertUntouched() private view {
        vm.assertEq(hybrid.ownerOf(rare), alice, "item");
        vm.assertEq(hybrid.balanceOf(alice), 1.5 ether, "seller's units");
        vm.assertEq(hybrid.balanceOf(bob), 10 ether, "buyer's units");
    }

    function test_RevertWhen_ABidIsInTheItemsOwnToken() public {
        acceptReverts(bidOn(address(hybrid)), UNITS, moneyInvalid());
        assertUntouched();
    }

    function test_RevertWhen_ASaleIsInTheItemsOwnToken() public {
        buyReverts(saleOf(address(hybrid)), 1, moneyInvalid());
        assertUntouched();
    }

    function test_RevertWhen_ABidIsAcceptedForALeast() public {
        Order memory order = bidOn(address(hybrid));
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.expectRevert(moneyInvalid());
        vm.prank(alice);
        exchange.acceptBid(order, sig, FEE, none(), UNITS, address(0), 1);
        assertUntouched();
    }

    function test_RevertWhen_ASaleIsSignedByBytes() public {
        Order memory order = saleOf(address(hybrid));
        Sig memory sig = makerSig(ALICE_KEY, order);
        bytes memory signature = abi.encodePacked(sig.r, sig.s, sig.v);
        vm.expectRevert(moneyInvalid());
        vm.prank(bob);
        exchange.exchange(order, signature, FEE, none(), 1, address(0));
        assertUntouched();
    }

    /// @dev The exchange cannot know that the two belong together, so the operator must not offer such money.
    function test_WhenTheItemsHaveAnAddressOfTheirOwn() public {
        accept(bidOn(address(hybrid.mirror())), UNITS);
        vm.assertEq(hybrid.ownerOf(rare), alice, "the seller has the item again");
        vm.assertEq(hybrid.balanceOf(alice), 2.45 ether, "and its price, without the unit of the item");
    }
}
