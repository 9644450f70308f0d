// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {IFees} from "../../../src/fees/IFees.sol";
import {BoxBase} from "../../base/BoxBase.sol";

/// @notice [F-10] The minimum seller fee counts when a series is registered, and never for those that are there (decision 21).
contract MinimumTest is BoxBase {
    function minimum(uint256 fee) private {
        vm.prank(operator);
        box.setMinimumSellerFee(fee);
        vm.warp(vm.getBlockTimestamp() + 2 days);
        box.applyMinimumSellerFee();
    }

    function below(uint256 fee, uint256 least) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IFees.FeesSellerFeeBelowMinimum.selector, fee, least);
    }

    function withFee(BoxOrder memory order, uint256 fee) private pure returns (BoxOrder memory) {
        order.sellerFee = fee;
        return order;
    }

    function refused(BoxOrder memory order, bytes memory why) private {
        vm.expectRevert(why);
        vm.prank(alice);
        box.register(order, anchor(), CHAIN, PRICE);
        vm.assertEq(box.boxOf(box.hashBox(order)).owner, address(0), "no series");
    }

    function tickets() private view returns (BoxOrder memory order) {
        order = aBox(ticket());
        order.buying = 30;
    }

    function documented(BoxOrder memory order, uint256 fee, Sig memory word) private {
        vm.prank(bob);
        box.open{value: PRICE + PRICE * fee / 10_000}(order, none(), fee, word, 1, bob);
    }

    /// [F-10]
    function test_F10_RevertWhen_TheFeeOfACoinSeriesIsBelowIt() public {
        refused(withFee(aBox(coin()), FEE - 1), below(FEE - 1, FEE));
    }

    /// [F-10]
    function test_F10_RevertWhen_TheFeeOfATokenSeriesIsBelowIt() public {
        refused(withFee(aBox(token()), FEE - 1), below(FEE - 1, FEE));
    }

    /// [F-10]
    function test_F10_RevertWhen_ThereIsNoFee() public {
        refused(withFee(aBox(coin()), 0), below(0, FEE));
    }

    /// [F-10]
    function test_F10_RevertWhen_TheFeeIsAboveTheCap() public {
        refused(withFee(aBox(coin()), 1001), abi.encodeWithSelector(IFees.FeesAboveCap.selector, 1001, 1000));
    }

    /// [F-10]
    function test_F10_RevertWhen_TheFeeWouldBeCutTo16Bits() public {
        uint256 wide = (1 << 16) + FEE;
        refused(withFee(aBox(coin()), wide), abi.encodeWithSelector(IFees.FeesAboveCap.selector, wide, 1000));
    }

    /// [F-10]
    function test_F10_RevertGiven_TheMinimumWasRaised() public {
        BoxOrder memory order = aBox(coin());
        minimum(500);
        refused(order, below(FEE, 500));
        vm.assertEq(box.boxOf(registered(withFee(order, 500))).sellerFee, 500, "at the new one");
    }

    /// [F-10]
    function test_F10_RevertGiven_TheMinimumIsTheCap() public {
        minimum(1000);
        refused(withFee(aBox(coin()), 999), below(999, 1000));
    }

    /// [F-10]
    function test_F10_RevertWhen_ASecondSeriesComesAfterTheRaise() public {
        bytes32 id = registered(aBox(coin()));
        minimum(500);
        BoxOrder memory order = aBox(coin());
        order.key.salt = 2;
        refused(order, below(FEE, 500));
        openAs(bob, id, 1);
    }

    /// [F-10]
    function test_F10_RevertWhen_TheDocumentedFormNamesAnotherBuyerFee() public {
        BoxOrder memory order = aBox(coin());
        registered(order);
        minimum(500);
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesBuyerFeeNotDefault.selector, 0, FEE));
        documented(order, 0, none());
    }

    /// [F-10]
    function test_F10_RevertWhen_AnotherKeySignsTheBuyerFee() public {
        BoxOrder memory order = aBox(coin());
        bytes32 id = registered(order);
        minimum(500);
        Sig memory word = signed(EVE_KEY, box.buyerFeeDigest(id, 100));
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, eve));
        documented(order, 100, word);
    }

    /// [F-10]
    function test_F10_RevertGiven_RequestsArePaused() public {
        BoxOrder memory order = aBox(coin());
        bytes32 id = registered(order);
        minimum(500);
        vm.prank(operator);
        box.pause(1 hours);
        bytes memory why = abi.encodeWithSelector(IFees.FeesPaused.selector, vm.getBlockTimestamp() + 1 hours);
        openReverts(bob, id, 1, DUE, why);
        vm.expectRevert(why);
        documented(order, FEE, none());
    }

    /// [F-10]
    function test_F10_RevertWhen_TheSellerFeeOfTheFormIsTheNewMinimum() public {
        BoxOrder memory order = aBox(coin());
        registered(order);
        minimum(500);
        order.sellerFee = 500;
        bytes32 id = box.hashBox(order);
        vm.expectRevert(abi.encodeWithSignature("BoxUnknown(bytes32)", id));
        documented(order, FEE, none());
    }

    /// [F-10] Tickets are paid without fees, so there is no least one.
    function test_F10_WhenTicketsPay() public {
        minimum(1000);
        bytes32 id = registered(withFee(tickets(), 0));
        openAs(bob, id, 1);
    }

    /// [F-10]
    function test_F10_GivenTheMinimumRoseSince() public {
        BoxOrder memory order = aBox(coin());
        bytes32 id = registered(order);
        minimum(1000);
        openAs(bob, id, 1);
        documented(order, FEE, none());
        documented(order, 100, signed(FEE_KEY, box.buyerFeeDigest(id, 100)));
        mine(2);
        reveal(id, 0);
        vm.assertEq(alice.balance, 990 ether + 0.975 ether, "the owner pays the fee that was registered");
    }

    /// [F-10]
    function test_F10_GivenTheMinimumFellSince() public {
        minimum(100);
        bytes32 id = registered(withFee(aBox(coin()), 100));
        drawn(bob, id, 1);
        vm.assertEq(alice.balance, 990 ether + 0.99 ether, "at its own");
    }
}
