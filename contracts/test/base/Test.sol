// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Sig} from "../../src/exchange/OrderTypes.sol";
import {Vm} from "./Vm.sol";

/// @notice Actors, signatures and bounds for all tests.
abstract contract Test {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    uint256 internal constant ALICE_KEY = 0xA11CE;
    uint256 internal constant BOB_KEY = 0xB0B;
    uint256 internal constant MINER_KEY = 0x313E5;
    uint256 internal constant FEE_KEY = 0xFEE;
    uint256 internal constant EVE_KEY = 0xE7E;
    uint256 internal constant CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
    /// @dev The nonce keccak256("nonce"): its point has this x and an even y, and this is its inverse.
    uint256 private constant NONCE_R = 0x544e77a4dbfad982648d8e4c293bc8bb5185e04417b4b073d7155c4ee55a1350;
    uint256 private constant NONCE_INVERSE = 0x94e5d97b58167e93e09ca2fa9d5afcb92a93bcebe405cb63e7ec01c07edbdb64;

    address internal alice = vm.addr(ALICE_KEY);
    address internal bob = vm.addr(BOB_KEY);
    address internal eve = vm.addr(EVE_KEY);
    address internal miner = vm.addr(MINER_KEY);
    address internal feeSigner = vm.addr(FEE_KEY);
    address internal operator = address(0x0FE);
    address internal carol = address(0xCA401);
    address internal treasury = address(0x77EA);

    /// @dev Gives a token of PlainTokens the code that it has when it is compiled as those of the chains are, see gen.ts.
    function compileAsShipped(address token, string memory name) internal {
        vm.etch(token, vm.getDeployedCode(string.concat("contracts/artifacts/tokens/", name, ".json")));
    }

    /// @dev ECDSA with one nonce for all, which gives nothing away where the keys are public: `vm.sign` takes a fifth of all
    /// tests' time.
    function signed(uint256 key, bytes32 digest) internal pure virtual returns (Sig memory sig) {
        uint256 sum = addmod(uint256(digest), mulmod(NONCE_R, key, CURVE_ORDER), CURVE_ORDER);
        sig = Sig(27, bytes32(NONCE_R), bytes32(mulmod(NONCE_INVERSE, sum, CURVE_ORDER)));
        if (uint256(sig.s) > CURVE_ORDER / 2) sig = mirrored(sig);
    }

    /// @dev The same signature with the other s, which ecrecover alone would take.
    function mirrored(Sig memory sig) internal pure returns (Sig memory) {
        return Sig(sig.v == 27 ? 28 : 27, sig.r, bytes32(CURVE_ORDER - uint256(sig.s)));
    }

    /// @dev The 65 bytes of a signature: r, s, v.
    function joined(Sig memory sig) internal pure returns (bytes memory) {
        return abi.encodePacked(sig.r, sig.s, sig.v);
    }

    function none() internal pure returns (Sig memory sig) {}

    function bound(uint256 value, uint256 low, uint256 high) internal pure returns (uint256) {
        uint256 size = high - low;
        return size == type(uint256).max ? value : low + value % (size + 1);
    }
}
