// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchangeForms} from "../../../src/exchange/IExchangeForms.sol";
import {Fill} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {Burner, Taking} from "../../base/MoodyERC20.sol";
import {FeeListERC721} from "../../base/Tokens.sol";
import {TokenSweepBase} from "../../base/TokenSweepBase.sol";
import {HostileMover} from "../../base/Wallet.sol";

contract TokenSweepGasTest is TokenSweepBase {
    /// @dev What the first line needs to find: its fill, the end, and six payees that refuse; and some for what is before.
    uint256 private constant FIRST_LINE = 1_070_000 + 100_000 + 6 * 306_250 + 200_000;

    function trySweep(Fill[] memory list, uint256 least, uint256 gas_) private returns (bool ok, uint256 count) {
        vm.prank(bob);
        bytes memory answer;
        (ok, answer) = address(exchange).call{gas: gas_}(abi.encodeCall(IExchangeForms.sweep, (list, address(0), least)));
        if (!ok) return (false, 0);
        bool[] memory done = abi.decode(answer, (bool[]));
        for (uint256 i; i < done.length; ++i) {
            if (done[i]) ++count;
        }
    }

    /// @dev Eight lines of four collections, each with five recipients of 1 %: the last four lines are in the sums.
    function ofTwentyCreators() private returns (Fill[] memory list) {
        list = new Fill[](8);
        for (uint256 c; c < 4; ++c) {
            FeeListERC721 collection = new FeeListERC721();
            for (uint256 k; k < 5; ++k) collection.add(creator(5 * c + k), 100);
            collection.give(seller(c), 1);
            collection.give(seller(c), 2);
            vm.prank(seller(c));
            collection.setApprovalForAll(address(proxy), true);
            list[c] = fillOf(sale(address(collection), 1, c, 70 + c), c);
            list[c + 4] = fillOf(sale(address(collection), 2, c, 80 + c), c);
        }
    }

    /// [CART-10] At any gas limit all payees of the lines that are filled are paid, or nothing moves; nothing is held.
    /// forge-config: default.fuzz.runs = 500
    function testFuzz_WhenGasIsScarce(uint256 gas_, uint256 least) public {
        Fill[] memory list = ofSellers();
        least = bound(least, 0, COUNT);
        (bool ok, uint256 count) = trySweep(list, least, bound(gas_, 100_000, 6_000_000));
        if (!ok) return assertUntouched(list);
        vm.assertGe(count, least, "as many as wanted");
        for (uint256 i; i < COUNT; ++i) assertPaid(seller(i), i < count ? 0.925 ether : 0, "seller");
        assertPaid(creator(0), count * 0.05 ether, "creator");
        assertPaid(treasury, count * 0.05 ether, "beneficiary");
        assertPaid(address(exchange), 0, "nothing held");
        assertWhole(count);
    }

    /// [CART-10] Every payee burns what it gets at the end. Where the first line could be filled, the sweep ends in order.
    /// forge-config: default.fuzz.runs = 500
    function testFuzz_WhenEveryPayeeBurnsTheGasOfItsSum(uint256 gas_) public {
        Fill[] memory list = ofTwentyCreators();
        for (uint256 i; i < 20; ++i) token.set(creator(i), Taking.Burns, 1);
        token.set(treasury, Taking.Burns, 1);
        (bool ok, uint256 count) = trySweep(list, 0, bound(gas_, FIRST_LINE, 12_000_000));
        vm.assertTrue(ok, "no line too many");
        vm.assertGe(count, 1, "one at least");
        uint256 first = count < 4 ? count : 4;
        for (uint256 i; i < 20; ++i) assertPaid(creator(i), i < 5 * first ? 0.01 ether : 0, "the first royalty");
        assertPaid(treasury, 0.05 ether, "the first fee");
        assertPaid(address(exchange), (count - 1) * 0.05 ether + (count - first) * 0.05 ether, "the rest is held");
        assertPaid(bob, INITIAL_BALANCE - count * 1.025 ether, "paid for these lines");
    }

    /// [CART-10] A creator with a sum costs its reserve; one that was paid by its only fill costs none.
    function test_FillsManyLinesOfManyCreators() public {
        Fill[] memory list = ofEach();
        (bool ok, uint256 count) = trySweep(list, 10, FIRST_LINE + 306_250 + 9 * 220_000);
        vm.assertTrue(ok && count == 10, "ten creators, of which none has a sum");
    }

    /// [CART-10] Four sweeps of two lines each leave nothing that the fifth would reserve for.
    function test_WhenManySweepsComeBefore() public {
        Fill[] memory list = ofOne();
        Fill[] memory part = new Fill[](2);
        for (uint256 i; i < 8; i += 2) {
            (part[0], part[1]) = (list[i], list[i + 1]);
            sweep(part);
        }
        (part[0], part[1]) = (list[8], list[9]);
        (bool ok, uint256 count) = trySweep(part, 2, FIRST_LINE + 2 * 306_250);
        vm.assertTrue(ok && count == 2, "both");
    }

    /// [CART-10]
    function test_RevertWhen_GasIsTooLow() public {
        Fill[] memory list = ofSellers();
        bytes memory call = abi.encodeCall(IExchangeForms.sweep, (list, address(0), 0));
        vm.prank(bob);
        (bool ok, bytes memory why) = address(exchange).call{gas: 2_900_000}(call);
        vm.assertTrue(!ok, "refused");
        vm.assertEq(bytes32(bytes4(why)), bytes32(IPayouts.PayoutGasTooLow.selector), "reason");
        assertUntouched(list);
    }

    /// [CART-10] The beneficiary refuses its sum; while that is pulled, the payer burns what the creator's sum would need. Its token
    /// would refuse that for lack of gas.
    function test_RevertWhen_APayerBurnsTheGasOfTheSums() public {
        Fill[] memory list = ofOne();
        token.set(treasury, Taking.Refuses, 1);
        token.need(creator(0), 150_000);
        // Three payments of the first line, nine sellers, then the pull.
        token.hook(bob, address(new Burner()), abi.encodeCall(Burner.burn, (13, 40_000)));
        bytes memory call = abi.encodeCall(IExchangeForms.sweep, (list, address(0), 10));
        vm.prank(bob);
        (bool ok, bytes memory why) = address(exchange).call{gas: 5_000_000}(call);
        vm.assertTrue(!ok, "refused");
        vm.assertEq(bytes32(bytes4(why)), bytes32(IPayouts.PayoutGasTooLow.selector), "reason");
        assertUntouched(list);
    }

    /// [CART-10] An item that burns the gas of its line leaves that of the payees.
    /// forge-config: default.fuzz.runs = 500
    function testFuzz_WhenAnItemBurnsItsGas(uint256 gas_, uint256 place) public {
        HostileMover mover = new HostileMover();
        mover.set(1);
        place = bound(place, 0, 9);
        mover.give(seller(place), 1);
        vm.prank(seller(place));
        mover.setApprovalForAll(address(proxy), true);
        Fill[] memory list = ofSellers();
        list[place] = fillOf(sale(address(mover), 1, place, 50), place);
        (bool ok, uint256 count) = trySweep(list, 1, bound(gas_, 3_000_000, 7_000_000));
        if (!ok) return assertUntouched(list);
        assertPaid(creator(0), count * 0.05 ether, "creator");
        assertPaid(treasury, count * 0.05 ether, "beneficiary");
        assertPaid(address(exchange), 0, "nothing held");
        assertWhole(count);
    }
}
