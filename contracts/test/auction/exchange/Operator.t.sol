// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFees} from "../../../src/fees/IFees.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";

/// @notice What the operator may stop, and what not.
contract AuctionOperatorTest is AuctionBase {
    function aSettling() private view returns (Settling memory) {
        return settlingOf(anAuction(address(nft)), losers(0));
    }

    function test_RevertGiven_Paused() public {
        Settling memory s = aSettling();
        vm.prank(operator);
        auction.pause(1 hours);
        settleReverts(s, abi.encodeWithSelector(IFees.FeesPaused.selector, END + 1 hours));
        bytes32 id = auction.hashAuction(s.order);
        vm.prank(bob);
        auction.voidBids(id, 1);
        vm.warp(END + 1 hours);
        settle(s);
        assertOver(s);
    }

    function test_WhenPausedTheOwnerCancels() public {
        Settling memory s = aSettling();
        vm.prank(operator);
        auction.pause(1 hours);
        vm.prank(alice);
        auction.cancel(s.order.key);
        vm.assertTrue(auction.isSpent(alice, saltOf(5)), "over");
    }

    function test_RevertGiven_TheEpochIsRaised() public {
        Settling memory s = aSettling();
        vm.prank(operator);
        auction.raiseFeeEpoch();
        vm.expectRevert();
        vm.prank(alice);
        auction.exchange(s.order, s.sig, s.total, s.bidSig, s.recipients, s.fee, s.feeSig, s.buyer);
        resign(s);
        settle(s);
        assertOver(s);
    }

    function test_RevertGiven_TheSignerIsRemoved() public {
        vm.prank(operator);
        auction.removeFeeSigner(feeSigner);
        settleReverts(aSettling(), abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, feeSigner));
    }

    /// Fees are those signed, whatever the default has become since.
    function test_WhenTheDefaultsHaveChanged() public {
        Settling memory s = aSettling();
        vm.prank(operator);
        auction.setBuyerFee(1000);
        vm.prank(operator);
        auction.setMinimumSellerFee(1000);
        vm.warp(END + 2 days);
        auction.applyMinimumSellerFee();
        settle(s);
        vm.assertEq(pay.balanceOf(bob), INITIAL_BALANCE - 2.05 ether, "winner");
        vm.assertEq(pay.balanceOf(alice), 1.95 ether, "seller");
        assertOver(s);
    }

    function test_WhenTheBeneficiaryHasChanged() public {
        Settling memory s = aSettling();
        vm.prank(operator);
        auction.setBeneficiary(carol);
        vm.warp(END + 2 days);
        auction.applyBeneficiary();
        settle(s);
        vm.assertEq(pay.balanceOf(carol), 0.1 ether, "beneficiary");
        assertOver(s);
    }

    function test_Views() public view {
        vm.assertEq(auction.transferProxy(), address(proxy), "proxy");
        vm.assertEq(auction.erc20TransferProxy(), address(proxy), "the same");
        vm.assertEq(auction.beneficiary(), treasury, "beneficiary");
        vm.assertEq(auction.voidedUpTo(bob, bytes32(0)), 0, "voided");
        vm.assertEq(proxy.auction(), address(auction), "operator of the proxy");
    }
}
